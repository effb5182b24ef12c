import QuireText

/// The values that a request selects: whole fields, and members of objects by their paths.
///
/// An object keeps only its selected members. The others are left out, as fields that were not selected are. What is no
/// object instead of one, such as null, stays as it is, so that whoever reads it finds the same as in the item.
package struct SelectedValues: Sendable {
    /// What is kept of a value.
    private indirect enum Part {
        case whole
        case members([ExactText: Part])
    }

    /// The wire names of the module's own fields, each once.
    package private(set) var fields: [String] = []
    private var parts: [ExactText: Part] = [:]

    /// - Throws: `QueryError` for a name that is neither a field nor the path of a member.
    package init(_ names: [String], of module: ModuleDescriptor) throws(QueryError) {
        for name in names {
            guard let way = module.fields.way(to: name), let field = way.first else {
                throw QueryError(
                    .unknownProperty, module: module.name, node: "\"\(name)\" in the fields",
                    expected:
                        "one of \(module.fields.fields.map(\.name).joined(separator: ", ")), or the path of a member"
                )
            }
            if !fields.contains(field) { fields.append(field) }
            Self.add(way[...], to: &parts)
        }
    }

    private static func add(_ way: ArraySlice<String>, to parts: inout [ExactText: Part]) {
        guard let name = way.first.map(ExactText.init) else { return }
        switch parts[name] {
        case .whole?: return
        case .members(var members)? where way.count > 1:
            add(way.dropFirst(), to: &members)
            parts[name] = .members(members)
        case nil where way.count > 1:
            var members: [ExactText: Part] = [:]
            add(way.dropFirst(), to: &members)
            parts[name] = .members(members)
        default: parts[name] = .whole
        }
    }

    /// Whether an object is selected in part.
    package var cutsObjects: Bool {
        parts.values.contains { if case .members = $0 { true } else { false } }
    }

    /// Whether the field is selected in part.
    package func cuts(_ field: String) -> Bool {
        if case .members? = parts[ExactText(field)] { true } else { false }
    }

    /// The selected part of a field's value; `nil` if the field is not selected.
    package func part(of value: JSONValue, in field: String) -> JSONValue? {
        parts[ExactText(field)].map { Self.cut(value, to: $0) }
    }

    /// An item's values with the selected members of objects. Other values stay, selected or not.
    package func cuttingObjects(in values: JSONValue) -> JSONValue {
        guard case .object(let members) = values else { return values }
        return .object(members.map { .init($0.name, part(of: $0.value, in: $0.name) ?? $0.value) })
    }

    private static func cut(_ value: JSONValue, to part: Part) -> JSONValue {
        guard case .members(let parts) = part else { return value }
        switch value {
        case .array(let elements): return .array(elements.map { cut($0, to: part) })
        case .object(let members):
            return .object(
                members.compactMap { member in
                    parts[ExactText(member.name)].map { .init(member.name, cut(member.value, to: $0)) }
                })
        default: return value
        }
    }
}

extension FieldTable {
    /// The names that lead to a field, or to a member of an object: `dateRange`, `startYear`.
    package func way(to path: String) -> [String]? {
        selectable(path).map { $0.isMember ? $0.memberSteps.map(\.name) : [$0.name] }
    }
}

extension SearchRequest {
    /// The first member of an object that the request selects.
    package var selectedMember: String? {
        fields?.first { name in
            module.fields[name] == nil && module.fields.way(to: name) != nil
        }
    }

    /// The request for whole objects in place of their members.
    package func selectingObjects() -> SearchRequest {
        guard selectedMember != nil else { return self }
        var request = self
        request.fields = fields?.reduce(into: [String]()) { names, name in
            let field = module.fields.way(to: name)?.first ?? name
            if !names.contains(field) { names.append(field) }
        }
        return request
    }
}

/// The fields of a selection, and where a row has them.
struct SelectedFields {
    /// The wire names of the module's own fields, and the paths of members of its objects.
    let names: [String]
    /// The wire names of the module's own fields that are read, with those of the objects.
    private let own: [String]
    /// The fields of related items.
    let related: [FieldPath]
    /// The module with the fields of related items.
    let module: ModuleDescriptor
    private let ownCount: Int

    init(_ selected: [SelectedPath], of module: ModuleDescriptor) {
        let paths = selected.map(\.field)
        names = selected.filter(\.field.steps.isEmpty).map { $0.name(in: module) }
        var own: [String] = []
        for path in paths where path.steps.isEmpty && !own.contains(path.name) { own.append(path.name) }
        self.own = own
        var related: [FieldPath] = []
        for path in paths where !path.steps.isEmpty && !related.contains(path) { related.append(path) }
        self.related = related
        self.module = module.adding(related)
        ownCount = module.fields.fields.count
    }

    /// The positions of the fields in the row's table.
    var positions: [Int] {
        own.compactMap { module.fields.index(of: $0) } + related.indices.map { ownCount + $0 }
    }

    /// The position of a field in the row's table, or `nil` if the table does not have it.
    func position(of path: FieldPath?) -> Int? {
        guard let path else { return nil }
        if path.steps.isEmpty { return module.fields.index(of: path.name) }
        return related.firstIndex(of: path).map { ownCount + $0 }
    }
}

extension SearchRequest {
    /// The names of the requested fields of related items, as the decoder of the rows expects them.
    package var relatedFieldNames: [String] {
        module.adding(relatedFields).fields.fields.dropFirst(module.fields.fields.count).map(\.name)
    }
}
