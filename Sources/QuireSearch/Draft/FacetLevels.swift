import QuireCore
import QuireText

/// A hierarchical facet with one field per level: `lvl0` has `Fiction`, `lvl1` has `Fiction > Fantasy`.
public struct FacetLevels: Sendable, Hashable {
    /// The wire names of the fields, starting with the top level.
    public let fields: [String]
    /// The maximum number of values per level, most frequent first: 1 to 1,000.
    public var maximumValues: Int

    init(_ fields: [String], maximumValues: Int) {
        self.fields = fields
        self.maximumValues = maximumValues
    }
}

extension SearchDraft {
    /// Declares fields as the levels of one hierarchy, and counts it. The first field identifies the hierarchy.
    ///
    /// ```swift
    /// draft.countLevels(\.lvl0, \.lvl1, \.lvl2)
    /// draft.toggle(\.lvl0, "Clothing > Men")          // lvl1 in ["Clothing > Men"]
    /// state.tree(\.lvl0).roots
    /// ```
    /// With a chosen path, it takes one more request per level of the path. A field that the schema marks with
    /// `"facet": "hierarchical"` does not need this: it contains complete paths, and one request counts all levels.
    public mutating func countLevels<each P: FieldReference>(
        _ fields: repeat KeyPath<Module.Fields, each P>, maximumValues: Int = 100
    ) where repeat (each P).Operators.Facet: OperatorPermission {
        var names: [String] = []
        repeat names.append(Self.name(of: each fields))
        countLevels(names, maximumValues: maximumValues)
    }

    /// The same by wire names. Fields that the schema does not mark as facets throw when the search is sent.
    public mutating func countLevels(_ fields: [String], maximumValues: Int = 100) {
        guard let top = fields.first else { return }
        levels.removeAll { $0.fields.first == top }
        levels.append(FacetLevels(fields, maximumValues: maximumValues))
    }

    func levels(of field: String) -> FacetLevels? { content.value.levels(of: field) }

    /// Whether only one path of the field can be chosen at a time.
    func isHierarchical(_ field: String) -> Bool {
        Module.Fields.table[path: field]?.facet == .hierarchical || levels(of: field) != nil
    }
}
