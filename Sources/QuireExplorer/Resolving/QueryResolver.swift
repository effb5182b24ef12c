import QuireCore
import QuireSchema
import QuireShared
import QuireTerminal
import QuireToolbox

/// Finds the parts of a query in the schema, and checks them as the compiler would check the query's code.
struct QueryResolver {
    let schema: ExploredSchema
    /// Whether items are sorted only by fields that the schema marks as sortable, as in code.
    var sortsOnlyMarkedFields = true

    func resolve(_ query: ExplorerQuery) throws(ExplorerError) -> ResolvedQuery {
        guard let module = schema[query.module] else {
            throw query.modulePlace.error(
                "The schema has no module \"\(query.module.shortened)\"\(hint(query.module, schema.modules.map(\.name)))"
            )
        }
        var resolved = ResolvedQuery(query: query, module: module)
        try resolveFilter(query.filter, of: module, into: &resolved)
        for order in query.sort { resolved.sort.append(try self.order(order, of: module)) }
        if !query.fields.isEmpty, let include = query.include.first {
            throw include.place.error(
                "A query that selects fields includes no items. Leave out \"select\" or \"include\".")
        }
        for name in query.fields { resolved.columns.append(try column(name, of: module)) }
        for name in query.include { resolved.include.append(try include(name, of: module)) }
        for name in query.facets {
            let field = try field(name, of: module)
            guard field.field.facet != nil else {
                throw name.place.error(
                    "The schema does not mark \"\(field.name)\" as a facet. Add \"facet\" to the field.")
            }
            resolved.facets.append(field)
        }
        return resolved
    }

    // MARK: - Filters

    /// Separates the tests of fields from those of metadata, which engines keep apart.
    private func resolveFilter(
        _ node: QueryNode?, of module: ExploredModule, into resolved: inout ResolvedQuery
    ) throws(ExplorerError) {
        guard let node else { return }
        let parts: [QueryNode] = if case .all(let nodes) = node { nodes } else { [node] }
        var (fields, metadata): ([ResolvedNode], [ResolvedNode]) = ([], [])
        for part in parts {
            switch (part.testsMetadata, part.testsFields) {
            case (true, true):
                throw part.place.error(
                    "Tests of metadata and of fields cannot be alternatives, because engines filter them apart. "
                        + "Join them with \"and\" only.")
            case (true, false): metadata.append(try self.node(part, of: module))
            case (false, _): fields.append(try self.node(part, of: module))
            }
        }
        resolved.filter = Self.joined(fields)
        resolved.metaFilter = Self.joined(metadata)
    }

    private static func joined(_ nodes: [ResolvedNode]) -> ResolvedNode? {
        nodes.count > 1 ? .all(nodes) : nodes.first
    }

    func node(_ node: QueryNode, of module: ExploredModule) throws(ExplorerError) -> ResolvedNode {
        switch node {
        case .all(let nodes): return .all(try list(nodes, of: module))
        case .any(let nodes): return .any(try list(nodes, of: module))
        case .not(let inner): return .not(try self.node(inner, of: module))
        case .test(let test): return .test(try self.test(test, of: module))
        case .relation(let relation):
            if case .forward(let name) = relation.path, module.hasObject(name),
                let member = member(relation, of: name)
            {
                return try self.node(member, of: module)
            }
            if let elements = try elements(relation, of: module) { return .relation(elements) }
            return .relation(try self.relation(relation, of: module))
        }
    }

    private func list(
        _ nodes: [QueryNode], of module: ExploredModule
    ) throws(ExplorerError) -> [ResolvedNode] {
        var resolved: [ResolvedNode] = []
        for node in nodes { resolved.append(try self.node(node, of: module)) }
        return resolved
    }

    private func test(_ test: QueryTest, of module: ExploredModule) throws(ExplorerError) -> ResolvedTest {
        if test.isMetadata { return try metadataTest(test) }
        let field = try field(test.field, of: module, test.place)
        guard field.field.operators.contains(test.operation) else {
            throw test.place.error(
                "\"\(field.name)\" does not allow \(test.operation.rawValue). "
                    + Self.allowed(field.field.operators))
        }
        var resolved = ResolvedTest(subject: .field(field), operation: test.operation, value: .null)
        if case .field(let name)? = test.value {
            let other = try self.field(name, of: module, test.place)
            try ComparableFields.check(field, test.operation, with: other, at: test.place)
            resolved.other = other
            resolved.value = .field(other.name)
        } else if let value = test.value {
            resolved.value = try ValueTyping(field: field, place: test.place).value(
                value, for: test.operation)
        }
        return resolved
    }

    private static func allowed(_ operators: [Operator]) -> String {
        operators.isEmpty
            ? "It cannot be filtered." : "It allows \(operators.map(\.rawValue).joined(separator: " "))."
    }

    private func metadataTest(_ test: QueryTest) throws(ExplorerError) -> ResolvedTest {
        let field = try metadata(test.field, test.place)
        guard field.operators.contains(test.operation) else {
            throw test.place.error(
                "\"@\(field.name)\" does not allow \(test.operation.rawValue). \(Self.allowed(field.operators))"
            )
        }
        var resolved = ResolvedTest(subject: .metadata(field), operation: test.operation, value: .null)
        if let value = test.value {
            resolved.value = try ValueTyping(metadata: field, place: test.place)
                .value(value, for: test.operation)
        }
        return resolved
    }

    private func relation(
        _ relation: QueryRelation, of module: ExploredModule
    ) throws(ExplorerError) -> ResolvedRelation {
        if let filter = relation.filter, filter.testsMetadata {
            throw relation.place.error("A test of related items cannot test their metadata.")
        }
        let field: ExploredField
        let (source, target): (ExploredModule, ExploredModule)
        let step: RelationStep
        switch module.forward(relation.path) {
        case .forward(let name):
            field = try self.field(name, of: module, relation.place)
            source = module
            target = try self.target(of: field, relation.place)
            step = RelationStep(field.name, to: target.descriptor)
        case .reverse(let name, let fieldName):
            guard let other = schema[name] else {
                throw relation.place.error(
                    "The schema has no module \"\(name.shortened)\"\(hint(name, schema.modules.map(\.name)))"
                )
            }
            field = try self.field(fieldName, of: other, relation.place)
            guard try self.target(of: field, relation.place).name == module.name else {
                throw relation.place.error("\"\(name).\(fieldName)\" does not lead to \(module.name).")
            }
            (source, target) = (other, other)
            step = RelationStep(from: other.descriptor, by: field.name)
        }
        if relation.quantifier == .every, relation.filter == nil {
            throw relation.place.error("\"every\" needs a condition between its parentheses.")
        }
        var inner: ResolvedNode?
        if let filter = relation.filter { inner = try node(filter, of: target) }
        return ResolvedRelation(
            step: step, field: field, module: target, source: source, quantifier: relation.quantifier,
            filter: inner)
    }

    // MARK: - Names

    private func field(
        _ name: String, of module: ExploredModule, _ place: QueryPlace
    ) throws(ExplorerError) -> ExploredField {
        if let field = module.field(name) { return field }
        if MetadataField.all.contains(where: { $0.name == name }) {
            throw place.error("\(module.name) has no field \"\(name)\". Write \"@\(name)\" for the metadata.")
        }
        throw place.error(
            "\(module.name) has no field \"\(name.shortened)\"\(hint(name, (module.fields + module.members).map(\.name)))"
        )
    }

    private func field(_ name: QueryName, of module: ExploredModule) throws(ExplorerError) -> ExploredField {
        guard !name.isMetadata else { throw name.place.error("Metadata has no facets.") }
        return try field(name.path.joined(separator: "."), of: module, name.place)
    }

    private func column(_ name: QueryName, of module: ExploredModule) throws(ExplorerError) -> ResolvedColumn
    {
        let text = name.path.joined(separator: ".")
        guard name.isMetadata else {
            if let field = module.selectable(text) { return .field(field) }
            return .field(try field(text, of: module, name.place))
        }
        return .metadata(try metadata(text, name.place))
    }

    private func metadata(_ name: String, _ place: QueryPlace) throws(ExplorerError) -> MetadataField {
        let all = MetadataField.all
        if let field = all.first(where: { $0.name == name }) { return field }
        throw place.error(
            "No item has the metadata \"\(name.shortened)\"\(hint(name, all.map(\.name)))")
    }

    private func target(
        of field: ExploredField, _ place: QueryPlace
    ) throws(ExplorerError) -> ExploredModule {
        guard let name = field.relatedModule, let module = schema[name] else {
            throw place.error("\"\(field.name)\" is not a relation.")
        }
        return module
    }

    private func order(_ order: QueryOrder, of module: ExploredModule) throws(ExplorerError) -> ResolvedOrder
    {
        let direction: SortOrder = order.isDescending ? .descending : .ascending
        guard let last = order.path.last else { throw order.place.error("A sort key needs a field.") }
        if order.isMetadata {
            let field = try metadata(order.path.joined(separator: "."), order.place)
            guard field.isQueryable else {
                throw order.place.error("Items cannot be sorted by \"@\(field.name)\".")
            }
            return ResolvedOrder(key: SortKey(.metadata(last), direction, nulls: order.nulls), fields: [])
        }
        var (current, fields, steps): (ExploredModule, [ExploredField], [RelationStep]) = (module, [], [])
        var rest = order.path[...]
        while rest.count > 1, current.member(rest.joined(separator: ".")) == nil {
            let name = current.removeRelation(from: &rest)
            let relation = try field(name, of: current, order.place)
            current = try target(of: relation, order.place)
            guard !relation.leadsToMany else {
                throw order.place.error(
                    "Items cannot be sorted by \"\(relation.name)\", which leads to several items.")
            }
            fields.append(relation)
            steps.append(RelationStep(relation.name, to: current.descriptor))
        }
        let field = try field(rest.joined(separator: "."), of: current, order.place)
        guard field.field.sortable || !sortsOnlyMarkedFields else {
            throw order.place.error(
                "The schema does not mark \"\(field.name)\" as sortable. Add \"sortable\": true to the field."
            )
        }
        return ResolvedOrder(
            key: SortKey(.value(field.name), direction, nulls: order.nulls, behind: steps),
            fields: fields + [field])
    }

    private func include(
        _ include: QueryName, of module: ExploredModule
    ) throws(ExplorerError) -> [ExploredField] {
        guard !include.isMetadata else { throw include.place.error("Metadata is not a relation.") }
        var (current, fields): (ExploredModule, [ExploredField]) = (module, [])
        var rest = include.path[...]
        while !rest.isEmpty {
            let name = current.removeRelation(from: &rest)
            let relation = try field(name, of: current, include.place)
            current = try target(of: relation, include.place)
            fields.append(relation)
        }
        return fields
    }

    private func hint(_ name: String, _ names: [String]) -> String {
        names.nearest(to: name).map { "; did you mean \"\($0)\"?" } ?? "."
    }
}

extension QueryNode {
    var testsMetadata: Bool { tests(metadata: true) }
    var testsFields: Bool { tests(metadata: false) }

    private func tests(metadata: Bool) -> Bool {
        switch self {
        case .test(let test): test.isMetadata == metadata
        // Its conditions are about other items.
        case .relation: !metadata
        case .not(let node): node.tests(metadata: metadata)
        case .all(let nodes), .any(let nodes): nodes.contains { $0.tests(metadata: metadata) }
        }
    }

    /// The place of the first test.
    var place: QueryPlace {
        switch self {
        case .test(let test): test.place
        case .relation(let relation): relation.place
        case .not(let node): node.place
        case .all(let nodes), .any(let nodes): nodes.first?.place ?? QueryPlace()
        }
    }
}
