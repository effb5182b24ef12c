import QuireSchema

/// One difference between two schemas, and what it affects.
package struct Change: Hashable, Sendable {
    package var kind: ChangeKind
    /// What has changed: `books.title`, or `enum genre`. Several for a field of a mixin.
    package var paths: [String]
    /// The change in one line: `type changed from integer to text`.
    package var message: String
    /// The location in the old schema; `nil` for an addition.
    package var old: SourceLocation?
    /// The location in the new schema. For a removal, that of the module or object that had it, if it still exists.
    package var new: SourceLocation?
    package var source = Impact.none
    package var wire = Impact.none
    package var stored = Impact.none
    package var index = Impact.none
    /// How to make the same change safely.
    package var remedy: String?

    package subscript(aspect: Aspect) -> Impact {
        switch aspect {
        case .source: source
        case .wire: wire
        case .stored: stored
        case .index: index
        }
    }

    /// The worst severity for any of the aspects.
    package func severity(for aspects: [Aspect] = Aspect.allCases) -> Severity {
        aspects.map { self[$0].severity }.max() ?? .safe
    }

    /// Whether both are the same change of one field of a mixin, in two modules.
    func isSame(as other: Change) -> Bool {
        var copy = other
        copy.paths = paths
        return copy == self
    }
}

/// The kinds of changes. The names are stable; tools may depend on them.
package enum ChangeKind: String, CaseIterable, Sendable {
    // Modules.
    case moduleAdded = "module-added"
    case moduleRemoved = "module-removed"
    case moduleRenamed = "module-renamed"
    case itemNameChanged = "item-name-changed"
    case moduleIDChanged = "module-id-changed"
    case singleChanged = "single-changed"
    case rankingChanged = "ranking-changed"
    case synonymsChanged = "synonyms-changed"
    case embeddingChanged = "embedding-changed"

    // Fields.
    case fieldAdded = "field-added"
    case requiredFieldAdded = "required-field-added"
    case fieldRemoved = "field-removed"
    case fieldRenamed = "field-renamed"
    case fieldsReordered = "fields-reordered"
    case swiftNameChanged = "swift-name-changed"
    case typeChanged = "type-changed"
    case madeRequired = "made-required"
    case madeOptional = "made-optional"
    case defaultChanged = "default-changed"
    case operatorsChanged = "operators-changed"
    case sortableChanged = "sortable-changed"
    case facetChanged = "facet-changed"
    case searchableChanged = "searchable-changed"
    case localizedChanged = "localized-changed"
    case constraintsTightened = "constraints-tightened"
    case constraintsLoosened = "constraints-loosened"

    // Choices.
    case choiceAdded = "choice-added"
    case choiceRemoved = "choice-removed"
    case choiceRenamed = "choice-renamed"
    case choicesClosed = "choices-closed"
    case choicesOpened = "choices-opened"
    case enumAdded = "enum-added"
    case enumRemoved = "enum-removed"

    // The schema as a whole.
    case accessChanged = "access-changed"
    case localeAdded = "locale-added"
    case localeRemoved = "locale-removed"
    case localeChanged = "locale-changed"
    case documentationChanged = "documentation-changed"
    case deprecationChanged = "deprecation-changed"
}

/// What a change of a schema can affect.
package enum Aspect: String, CaseIterable, Sendable {
    /// The code of apps that uses the generated declarations.
    case source
    /// The exchange of content between clients and servers of which only one has the new schema.
    case wire
    /// Content that a store or a server holds already.
    case stored
    /// The collections of search clusters.
    case index
}

/// How badly a change affects an aspect.
package enum Severity: Int, CaseIterable, Comparable, Sendable {
    /// Nothing stops working.
    case safe
    /// It depends on the code or the content.
    case risky
    /// Something that the old schema allows stops working.
    case breaking

    package init?(name: String) {
        guard let aspect = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = aspect
    }

    package var name: String { "\(self)" }

    package static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}

/// The severity of a change for one aspect, and why.
package struct Impact: Hashable, Sendable {
    package var severity: Severity
    /// `nil` if nothing is affected.
    package var reason: String?

    package static let none = Impact(severity: .safe, reason: nil)

    static func safe(_ reason: String) -> Impact { Impact(severity: .safe, reason: reason) }
    static func risky(_ reason: String) -> Impact { Impact(severity: .risky, reason: reason) }
    static func breaking(_ reason: String) -> Impact { Impact(severity: .breaking, reason: reason) }
}
