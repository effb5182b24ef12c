import QuireSchema

/// Recorded queries under a new schema.
package struct QueryComparison {
    package let path: String
    package let count: Int
    /// Rejected queries first, otherwise in the order of the file.
    package private(set) var problems: [QueryProblem] = []

    private let old: [WireName: Module]
    private let new: [WireName: Module]
    private let oldTypes: TypeResolver
    private let newTypes: TypeResolver

    package init(_ recorded: RecordedQueries, from old: Schema, to new: Schema) {
        path = recorded.path
        count = recorded.queries.count
        self.old = Self.modules(old)
        self.new = Self.modules(new)
        oldTypes = TypeResolver(old)
        newTypes = TypeResolver(new)
        var indexes: [QueryProblem: Int] = [:]
        for query in recorded.queries {
            for problem in Set(self.problems(of: query)) {
                let index = indexes[problem] ?? problems.count
                if index == problems.count { problems.append(problem) }
                indexes[problem] = index
                problems[index].lines.append(query.line)
            }
        }
        let ranks = QueryProblem.Kind.allCases
        problems.sort { left, right in
            (ranks.firstIndex(of: left.kind) ?? 0, left.lines[0], left.path, left.message)
                < (ranks.firstIndex(of: right.kind) ?? 0, right.lines[0], right.path, right.message)
        }
    }

    /// The number of queries with a problem of a kind. A rejected query counts once.
    package func count(of kind: QueryProblem.Kind) -> Int {
        func lines(_ kind: QueryProblem.Kind) -> Set<Int> {
            Set(problems.filter { $0.kind == kind }.flatMap(\.lines))
        }
        return kind == .rejected
            ? lines(.rejected).count : lines(.changed).subtracting(lines(.rejected)).count
    }

    private static func modules(_ schema: Schema) -> [WireName: Module] {
        Dictionary(schema.modules.map { (WireName($0.name), $0) }) { first, _ in first }
    }

    private func problems(of query: RecordedQueries.Query) -> [QueryProblem] {
        guard new[WireName(query.module)] != nil else { return [Self.missing(query.module)] }
        return query.uses.flatMap { use -> [QueryProblem] in
            let name = use.module ?? query.module
            guard let module = new[WireName(name)] else { return [Self.missing(name)] }
            let before = old[WireName(name)]
            if case .searchAll = use.part { return searchAll(module, before) }
            if case .include(let path) = use.part { return include(path, query.module) }
            return check(use, in: module, before: Self.field(use.field, before)).map { kind, message in
                QueryProblem(
                    kind: kind, path: "\(name).\(use.field)",
                    message: "\(Self.name(use.part)): \(message)")
            }
        }
    }

    private static func missing(_ module: String) -> QueryProblem {
        QueryProblem(kind: .rejected, path: module, message: "the schema has no such module")
    }

    private static func field(_ name: String, _ module: Module?) -> Field? {
        module.flatMap { field(name, among: $0.fields) }
    }

    /// The field with a name, or the member of an object with a path. A member may be missing with its object.
    private static func field(_ path: String, among fields: [Field]) -> Field? {
        let wireName = WireName(path)
        if let field = fields.first(where: { WireName($0.name) == wireName }) { return field }
        for object in fields where path.utf8.starts(with: (object.name + ".").utf8) {
            let rest = String(decoding: path.utf8.dropFirst(object.name.utf8.count + 1), as: UTF8.self)
            guard var member = field(rest, among: object.type.objectFields ?? []) else { continue }
            member.required = false
            return member
        }
        return nil
    }

    private static func name(_ part: RecordedQueries.Use.Part) -> String {
        switch part {
        case .filter(let operation, _): "filter with \(operation)"
        case .sort: "sort"
        case .facet: "facet"
        case .row: "selected field"
        case .related: "related items"
        case .search, .searchAll: "search"
        case .include: "include"
        }
    }

    private typealias Finding = (QueryProblem.Kind, String)

    private func check(_ use: RecordedQueries.Use, in module: Module, before: Field?) -> [Finding] {
        guard let field = Self.field(use.field, module) else {
            return [(.rejected, "the schema has no such field")]
        }
        switch use.part {
        case .filter(let operation, let value):
            return filter(field, before: before, operation: operation, value: value)
        case .sort:
            guard field.sortable else { return [(.rejected, "the field is not sortable")] }
            return retyped(field, before: before, effect: "the order is that of the new type")
        case .facet:
            guard let facet = field.facet else { return [(.rejected, "the field is not a facet")] }
            guard let earlier = before?.facet, earlier != facet else { return [] }
            return [(.changed, "the facet is \(facet.rawValue) instead of \(earlier.rawValue)")]
        case .row: return retyped(field, before: before, effect: "rows hold another type")
        case .related:
            guard target(field) != nil else { return [(.rejected, "the field is not a relation")] }
            return retargeted(field, before)
        case .search:
            guard let weight = field.searchable else { return [(.rejected, "the field is not searchable")] }
            guard let earlier = before?.searchable, earlier != weight else { return [] }
            return [(.changed, "the weight changed, so the ranking may differ")]
        case .searchAll, .include: return []
        }
    }

    private func filter(_ field: Field, before: Field?, operation: String, value: String?) -> [Finding] {
        if value == "null" {
            // A negated comparison tests for null too, even of a required field.
            guard field.required, before?.required == false else { return [] }
            return [
                (
                    .changed,
                    "the field is required, so it always has a value, and code that tests for nil fails to compile"
                )
            ]
        }
        if let tested = Operator(rawValue: operation), !field.operators.contains(tested) {
            return [(.rejected, "the field has no operator \(operation)")]
        }
        if let value, let shape = ComparedTypes.of(newTypes.resolve(field.type)),
            shape != value
        {
            return [(.rejected, "the field has the type \(field.type.name), and the queries test a \(value)")]
        }
        return retyped(field, before: before, effect: "values are compared as the new type")
            + retargeted(field, before)
            + missingChoices(field, before) + localization(field, before)
    }

    private func retyped(_ field: Field, before: Field?, effect: String) -> [Finding] {
        guard let before else { return [] }
        let (earlier, now) = (oldTypes.resolve(before.type), newTypes.resolve(field.type))
        if ComparedTypes.isComparedAlike(earlier, now) { return [] }
        return [(.changed, "the type changed from \(before.type.name) to \(field.type.name); \(effect)")]
    }

    private func retargeted(_ field: Field, _ before: Field?) -> [Finding] {
        guard let before, let earlier = target(before), let now = target(field),
            WireName(earlier) != WireName(now)
        else { return [] }
        return [(.changed, "the relation leads to \(quoted(now)) instead of \(quoted(earlier))")]
    }

    private func missingChoices(_ field: Field, _ before: Field?) -> [Finding] {
        guard let before, let earlier = oldTypes.choices(before.type), let now = newTypes.choices(field.type)
        else { return [] }
        let currentNames = Set(now.map(WireName.init))
        let missing = earlier.filter { !currentNames.contains(WireName($0)) }
        if missing.isEmpty { return [] }
        let list =
            missing.prefix(5).map { quoted($0) }.joined(separator: ", ") + (missing.count > 5 ? ", …" : "")
        return [(.changed, "values were removed: \(list)")]
    }

    private func localization(_ field: Field, _ before: Field?) -> [Finding] {
        guard let before, before.localized != field.localized else { return [] }
        return [
            (.changed, "the value \(field.localized ? "now depends" : "no longer depends") on the locale")
        ]
    }

    private func target(_ field: Field) -> String? {
        switch field.type {
        case .relation(let module), .relations(let module): module
        default: nil
        }
    }

    private func searchAll(_ module: Module, _ before: Module?) -> [QueryProblem] {
        func fields(_ module: Module) -> [WireName: Double] {
            Dictionary(module.fields.map { (WireName($0.name), $0.searchable ?? 0) }) { first, _ in first }
                .filter { $0.value > 0 }
        }
        let now = fields(module)
        if now.isEmpty {
            return [
                QueryProblem(kind: .rejected, path: module.name, message: "search: no field is searchable")
            ]
        }
        guard let before, fields(before) != now else { return [] }
        return [
            QueryProblem(
                kind: .changed, path: module.name,
                message: "search: the searchable fields or their weights changed")
        ]
    }

    private func include(_ path: [String], _ module: String) -> [QueryProblem] {
        var module = module
        for name in path {
            let place = "\(module).\(name)"
            guard let owner = new[WireName(module)], let field = Self.field(name, owner) else {
                return [
                    QueryProblem(
                        kind: .rejected, path: place, message: "include: the schema has no such field")
                ]
            }
            guard let next = target(field) else {
                return [
                    QueryProblem(
                        kind: .rejected, path: place, message: "include: the field is not a relation")
                ]
            }
            if let finding = retargeted(field, Self.field(name, old[WireName(module)])).first {
                return [QueryProblem(kind: finding.0, path: place, message: "include: \(finding.1)")]
            }
            module = next
        }
        return []
    }
}

/// A reason why recorded queries no longer run, or find something else.
package struct QueryProblem: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// The query throws, or the code that builds it does not compile.
        case rejected
        /// The query runs, but may return other items or another order.
        case changed
    }

    package var kind: Kind
    /// `books.year`, or a module.
    package var path: String
    /// The part of the queries, and why.
    package var message: String
    /// The lines of the queries in their file.
    package var lines: [Int] = []
}

/// The types of the values that filters compare with a field.
enum ComparedTypes {
    /// The type as recorded queries name it. `nil` if several are possible.
    static func of(_ type: ResolvedType) -> String? {
        switch type {
        case .text, .choice, .relation, .localizedText: "text"
        case .integer, .number, .geopoint: "number"
        case .boolean: "boolean"
        case .date: "date"
        case .list(let element): of(element)
        case .scalar(let base, _):
            switch base {
            case .text: "text"
            case .integer, .number: "number"
            case .boolean: "boolean"
            case .json: nil
            }
        case .json, .object: nil
        }
    }

    /// Whether equal values compare alike as both types. A single value and a list of such values differ.
    static func isComparedAlike(_ left: ResolvedType, _ right: ResolvedType) -> Bool {
        switch (left, right) {
        case (.list(let first), .list(let second)): return isComparedAlike(first, second)
        case (.list, _), (_, .list): return false
        case (.localizedText, .localizedText), (.json, .json), (.object, .object), (.geopoint, .geopoint):
            return true
        case (.localizedText, _), (_, .localizedText), (.geopoint, _), (_, .geopoint): return false
        default: return of(left) != nil && of(left) == of(right)
        }
    }
}

extension TypeResolver {
    /// The values of a choice, or of a list of choices.
    func choices(_ type: FieldType) -> [String]? {
        switch type {
        case .choice(let choices), .choices(let choices): values(of: choices).values.map(\.raw)
        case .list(let element): choices(element)
        default: nil
        }
    }
}
