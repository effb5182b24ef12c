import Foundation
import QuireCore
import QuireSchema
import QuireServer
import Seeds
import Testing

@testable import QuireExplorer

/// The text form and the JSON form of queries.
@Suite struct QueryTextTests {
    @Test("Random queries survive text and JSON unchanged")
    func roundTrips() throws {
        var queries = try RandomQueries(seed: Seed.current)
        for _ in 0..<2_000 {
            let query = queries.query()
            let text = QueryText.text(query)
            let parsed = try QueryParser.query(text)
            #expect(parsed == query, "\(text), seed \(Seed.current)")
            #expect(QueryText.text(parsed) == text)
            let read = try QueryReader.query(BodyObject(QueryJSON.json(query), at: ""))
            #expect(read == query, "\(QueryJSON.json(query)), seed \(Seed.current)")
        }
    }

    @Test("Names of any kind and texts of any kind survive")
    func names() throws {
        for name in ["where", "a b", "`", "a.b", "é", "\u{202E}", "1st", "select", "\n", "a`b"] {
            var query = ExplorerQuery(module: name)
            query.filter = .test(
                QueryTest(field: name, operation: .equal, value: .text("\"\\\n\u{0}\(name)")))
            query.sort = [QueryOrder(path: [name, name])]
            query.fields = [QueryName(name)]
            #expect(try QueryParser.query(QueryText.text(query)) == query, "\(name)")
            #expect(try QueryReader.query(BodyObject(QueryJSON.json(query), at: "")) == query, "\(name)")
        }
    }

    @Test(
        "A path is a test of the related item, and its complement finds items without one",
        arguments: [
            ("author.name = \"A\"", "any author (name = \"A\")"),
            ("author.name != \"A\"", "not any author (name = \"A\")"),
            ("author.name not in (\"A\")", "not any author (name in (\"A\"))"),
            ("author.name is null", "not any author (name is not null)"),
            ("author.name is not null", "any author (name is not null)"),
            ("not a.b.c between 1 and 2", "not any a (any b (c between 1 and 2))"),
            ("a.`b.c` = 1 or d = 2", "any a (`b.c` = 1) or d = 2"),
        ])
    func paths(_ text: String, _ whole: String) throws {
        let filter = try #require(try QueryParser.filter(text))
        #expect(QueryText.filter(filter) == whole)
        #expect(try QueryParser.filter(whole) == filter)
    }

    @Test("A minus sorts descending")
    func minus() throws {
        #expect(
            try QueryParser.orders("-year nulls last, author.name, -@updatedAt")
                == QueryParser.orders("year desc nulls last, author.name asc, @updatedAt desc"))
    }

    @Test("Random characters never crash the parser, and errors point into the text")
    func noise() {
        var random = SeededGenerator(seed: Seed.current)
        let pieces = [
            "books", " where ", "year", " >= ", "1950", "(", ")", " and ", " or ", "not ", "\"x\"", "\"", "`",
            "@",
            ".", ",", " in ", "is null", " sort ", " desc", "😀", "\u{0}", "-", "1e9", "any ", "none ",
            " limit ", "'",
        ]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 1...14, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            do throws(ExplorerError) {
                let query = try QueryParser.query(text)
                let again = try QueryParser.query(QueryText.text(query))
                #expect(again == query, "\(text)")
            } catch {
                #expect(error.range != nil && (error.range?.upperBound ?? 0) <= text.utf16.count, "\(text)")
            }
        }
    }

    @Test(
        "A mistake is reported where it is, with what could stand there",
        arguments: [
            ("books where langage = \"x\"", "has no field \"langage\"; did you mean \"language\"", 12..<25),
            ("books where year = \"x\"", "expected a whole number", 12..<22),
            ("books where title < \"x\"", "does not allow <", 12..<23),
            ("books where year = null", "is null", 19..<23),
            ("books where year >", "Expected a text in double quotes", 18..<18),
            ("books sort blurb", "has no field \"blurb\"", 11..<16),
            ("books where any year (title = \"x\")", "not a relation", 12..<20),
            ("boks where year = 1", "has no module \"boks\"; did you mean \"books\"", 0..<4),
            ("books select title, yaer", "has no field \"yaer\"; did you mean \"year\"", 20..<24),
            ("books select title, @updatedAz", "did you mean \"updatedAt\"", 20..<30),
            ("books include authors, authr.x", "has no field \"authr\"", 23..<30),
            ("books facets title", "does not mark \"title\" as a facet", 13..<18),
            ("books sort title, @revision", "cannot be sorted by \"@revision\"", 18..<27),
            ("books where @revision = 1", "It cannot be filtered", 12..<25),
            ("books where title = \"x", "not closed", 20..<22),
            (
                "books where authors.nam = \"x\"", "authors has no field \"nam\"; did you mean \"name\"?",
                12..<29
            ),
            ("books where title.name = \"x\"", "\"title\" is not a relation", 12..<22),
            ("books where updatedAt = 1", "Write \"@updatedAt\" for the metadata", 12..<25),
            ("books sort -year desc", "found \"desc\"", 17..<21),
        ] as [(String, String, Range<Int>)])
    func mistakes(_ text: String, _ message: String, _ range: Range<Int>) throws {
        let schema = try RunningExplorer.schema()
        do {
            _ = try QueryResolver(schema: schema).resolve(try QueryParser.query(text))
            Issue.record("no error")
        } catch {
            #expect(error.message.contains(message), "\(error.message)")
            #expect(error.range == range)
        }
    }
}

/// Random queries over the demo's schema, with values of its data.
struct RandomQueries {
    let schema: ExploredSchema
    /// The values of each field, by `module.field`.
    let samples: [String: [QuireCore.JSONValue]]
    /// Some ids of each module.
    let ids: [String: [String]]
    var random: SeededGenerator

    init(seed: UInt64) throws {
        schema = try RunningExplorer.schema()
        random = SeededGenerator(seed: seed)
        var samples: [String: [QuireCore.JSONValue]] = [:]
        var ids: [String: [String]] = [:]
        for module in schema.modules {
            let file = RunningExplorer.package.appendingPathComponent(
                "Sources/Bookshop/Data/\(module.name).ndjson")
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").prefix(80) {
                let item = try QuireCore.JSONValue(parsing: Data(line.utf8))
                if let id = item["id"]?.text { ids[module.name, default: []].append(id) }
                guard case .object(let members) = item["values"] ?? item else { continue }
                for member in members where member.value != .null {
                    samples["\(module.name).\(member.name)", default: []].append(member.value)
                }
            }
        }
        self.samples = samples
        self.ids = ids
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    mutating func query() -> ExplorerQuery {
        let module = schema.modules.randomElement(using: &random) ?? schema.modules[0]
        var query = ExplorerQuery(module: module.name)
        var parts: [QueryNode] = []
        if !chance(10), let node = node(of: module, depth: 3) { parts.append(node) }
        let metadata = MetadataField.all.filter(\.isQueryable)
        if chance(15), let field = metadata.randomElement(using: &random) {
            let value: QueryValue = field.isDate ? .text("2024-05-01T00:00:00Z") : .text("a")
            parts.append(
                .test(
                    QueryTest(
                        field: field.name, isMetadata: true, operation: field.isDate ? .less : .notEqual,
                        value: value)))
        }
        query.filter = QueryNode.all(parts).normalized
        for field in module.fields where field.field.sortable && chance(25) && query.sort.count < 2 {
            query.sort.append(
                QueryOrder(
                    path: [field.name], isDescending: chance(50), nulls: chance(20) ? .last : nil))
        }
        if chance(15), let path = relatedField(of: module) {
            query.sort.append(QueryOrder(path: path, isDescending: chance(50)))
        }
        if chance(10), module.fields.contains(where: { $0.field.searchable != nil }) {
            query.text = ["the", "love", "sea", "a"].randomElement(using: &random)
            query.sort = []
        }
        if chance(20) {
            query.facets = module.fields.filter { $0.field.facet != nil }.prefix(1).map { QueryName($0.name) }
        }
        if chance(10) { query.ids = Array((ids[module.name] ?? []).shuffled(using: &random).prefix(9)) }
        if chance(20) {
            query.fields = columns(of: module)
        } else if chance(25), let path = relations(from: module, most: 2) {
            query.include = [QueryName(path)]
        }
        query.limit = Int.random(in: 1...50, using: &random)
        return query
    }

    /// Fields and metadata whose values have one spelling as text.
    private mutating func columns(of module: ExploredModule) -> [QueryName] {
        let fields = module.fields.filter { Self.plainTypes.contains($0.field.type) }.map {
            QueryName($0.name)
        }
        let metadata = ["name", "createdAt", "publishedAt"].map { QueryName([$0], isMetadata: true) }
        return Array(
            (fields + metadata).shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)))
    }

    private static let plainTypes: Set<FieldType> = [.text, .longText, .integer, .number, .boolean]

    /// Relations, one behind the other.
    private mutating func relations(from module: ExploredModule, most: Int) -> [String]? {
        guard let field = module.fields.filter({ $0.relatedModule != nil }).randomElement(using: &random),
            let target = field.relatedModule.flatMap({ schema[$0] })
        else { return nil }
        return [field.name] + (most > 1 && chance(50) ? relations(from: target, most: most - 1) ?? [] : [])
    }

    /// A sortable field behind a relation to one item.
    private mutating func relatedField(of module: ExploredModule) -> [String]? {
        let relations = module.fields.filter { $0.relatedModule != nil && !$0.isList }
        guard let relation = relations.randomElement(using: &random),
            let target = relation.relatedModule.flatMap({ schema[$0] }),
            let field = target.fields.filter(\.field.sortable).randomElement(using: &random)
        else { return nil }
        return [relation.name, field.name]
    }

    private mutating func node(of module: ExploredModule, depth: Int) -> QueryNode? {
        if chance(5), let field = module.fields.randomElement(using: &random),
            field.field.operators.contains(.isNull)
        {
            return .not(.not(.test(QueryTest(field: field.name, operation: .isNull))))
        }
        if depth > 1, chance(50) {
            let count = Int.random(in: 2...3, using: &random)
            let nodes = (0..<count).compactMap { _ in node(of: module, depth: depth - 1) }
            return chance(50) ? .all(nodes) : .any(nodes)
        }
        if depth > 1, chance(20), let inner = node(of: module, depth: depth - 1) { return .not(inner) }
        if depth > 1, chance(25), let relation = relation(of: module, depth) { return .relation(relation) }
        return test(of: module).map { .test($0) }
    }

    private mutating func relation(of module: ExploredModule, _ depth: Int) -> QueryRelation? {
        let forward = module.fields.compactMap { field in
            field.relatedModule.map { (QueryRelation.Path.forward(field.name), $0) }
        }
        let reverse = module.reverse.map {
            (QueryRelation.Path.reverse(module: $0.module, field: $0.field), $0.module)
        }
        guard let (path, name) = (forward + reverse).randomElement(using: &random), let target = schema[name],
            let quantifier = QueryRelation.Quantifier.allCases.randomElement(using: &random)
        else { return nil }
        let inner = quantifier != .every && chance(20) ? nil : node(of: target, depth: depth - 1)
        guard quantifier != .every || inner != nil else { return nil }
        return QueryRelation(path: path, quantifier: quantifier, filter: inner?.normalized)
    }

    private mutating func test(of module: ExploredModule) -> QueryTest? {
        guard let field = module.fields.filter({ !$0.field.operators.isEmpty }).randomElement(using: &random),
            let operation = field.field.operators.randomElement(using: &random)
        else { return nil }
        if chance(15), let test = comparison(in: module) { return test }
        if operation == .isNull { return QueryTest(field: field.name, operation: .isNull) }
        if operation == .near || operation == .within {
            let numbers: [QueryValue] =
                operation == .near
                ? [.number(48.5), .number(2.5), .integer(900_000)]
                : [.integer(-40), .number(-10.5), .integer(60), .integer(50)]
            return QueryTest(field: field.name, operation: operation, value: .list(numbers))
        }
        guard let value = value(of: field, in: module) else { return nil }
        switch operation {
        case .in, .notIn:
            let more = (0..<2).compactMap { _ in self.value(of: field, in: module) }
            return QueryTest(field: field.name, operation: operation, value: .list([value] + more))
        case .between:
            guard let other = self.value(of: field, in: module) else { return nil }
            return QueryTest(
                field: field.name, operation: operation, value: .list(Self.ordered(value, other)))
        case .like, .contains, .hasPrefix, .hasSuffix:
            guard case .text(let text) = value, !field.isList else {
                return QueryTest(field: field.name, operation: operation, value: value)
            }
            let part = operation == .hasSuffix ? String(text.suffix(2)) : String(text.prefix(2))
            return QueryTest(field: field.name, operation: operation, value: .text(part))
        default: return QueryTest(field: field.name, operation: operation, value: value)
        }
    }

    /// A comparison of two fields.
    private mutating func comparison(in module: ExploredModule) -> QueryTest? {
        let operations: [Operator] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
        let tests = module.fields.flatMap { field in
            module.fields.filter { $0.name != field.name }.flatMap { other in
                operations.map { QueryTest(field: field.name, operation: $0, value: .field(other.name)) }
            }
        }
        let resolver = QueryResolver(schema: schema)
        return tests.shuffled(using: &random).prefix(200).first { test in
            var query = ExplorerQuery(module: module.name)
            query.filter = .test(test)
            return (try? resolver.resolve(query)) != nil
        }
    }

    private static func ordered(_ one: QueryValue, _ other: QueryValue) -> [QueryValue] {
        switch (one, other) {
        case (.integer(let one), .integer(let other)): [.integer(min(one, other)), .integer(max(one, other))]
        case (.text(let one), .text(let other)): [.text(min(one, other)), .text(max(one, other))]
        default: [one, one]
        }
    }

    private mutating func value(of field: ExploredField, in module: ExploredModule) -> QueryValue? {
        guard var sample = samples["\(module.name).\(field.name)"]?.randomElement(using: &random) else {
            return nil
        }
        if case .array(let elements) = sample {
            guard let element = elements.randomElement(using: &random) else { return nil }
            sample = element
        }
        return (try? QueryReader.value(sample, at: ""))?.normalized
    }
}
