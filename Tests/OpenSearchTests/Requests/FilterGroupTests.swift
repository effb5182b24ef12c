import Foundation
import Quire
import QuireOpenSearch
import SampleModules
import Seeds
import Testing
import TransportDoubles

/// Groups of filters are written as bytes. A tree of the queries of their tests, simplified step by step, gives the same.
@Suite struct FilterGroupTests {
    private static let engine = OpenSearchEngine(
        nodes: [URL(string: "http://localhost:9200") ?? URL(fileURLWithPath: "/")],
        transport: ScriptedTransport([]))

    private indirect enum Tree {
        case everything, nothing
        case query(JSONValue)
        case not(Tree)
        case all([Tree])
        case any([Tree])

        /// The tree of a query.
        init(_ json: JSONValue) {
            guard case .object(let members) = json, let kind = members.first?.name else {
                self = .query(json)
                return
            }
            switch kind {
            case "match_all": self = .everything
            case "match_none": self = .nothing
            case "bool":
                guard case .object(let parts)? = members.first?.value else { fallthrough }
                func list(_ name: String) -> [Tree] {
                    guard case .array(let queries)? = parts.first(where: { $0.name == name })?.value else {
                        return []
                    }
                    return queries.map(Tree.init)
                }
                let (all, any, none) = (list("filter"), list("should"), list("must_not").map(Tree.not))
                self = !any.isEmpty ? .any(any) : all.isEmpty && none.count == 1 ? none[0] : .all(all + none)
            default: self = .query(json)
            }
        }

        var simplified: Tree {
            switch self {
            case .everything, .nothing, .query: return self
            case .not(let part):
                switch part.simplified {
                case .everything: return .nothing
                case .nothing: return .everything
                case .not(let inner): return inner
                case let part: return .not(part)
                }
            case .all(let parts):
                var flat: [Tree] = []
                for part in parts {
                    switch part.simplified {
                    case .everything: continue
                    case .nothing: return .nothing
                    case .all(let inner): flat += inner
                    case let part: flat.append(part)
                    }
                }
                return flat.isEmpty ? .everything : flat.count == 1 ? flat[0] : .all(flat)
            case .any(let parts):
                var flat: [Tree] = []
                for part in parts {
                    switch part.simplified {
                    case .nothing: continue
                    case .everything: return .everything
                    case .any(let inner): flat += inner
                    case let part: flat.append(part)
                    }
                }
                return flat.isEmpty ? .nothing : flat.count == 1 ? flat[0] : .any(flat)
            }
        }

        var json: JSONValue {
            func object(_ name: String, _ value: JSONValue) -> JSONValue { .object([.init(name, value)]) }
            switch self {
            case .everything: return object("match_all", .object([]))
            case .nothing: return object("match_none", .object([]))
            case .query(let query): return query
            case .not(let part): return object("bool", object("must_not", .array([part.json])))
            case .all(let parts):
                var members: [JSONValue.Member] = []
                let positive = parts.filter { $0.negated == nil }
                if !positive.isEmpty { members.append(.init("filter", .array(positive.map(\.json)))) }
                let negated = parts.compactMap(\.negated)
                if !negated.isEmpty { members.append(.init("must_not", .array(negated.map(\.json)))) }
                return object("bool", .object(members))
            case .any(let parts):
                return object(
                    "bool",
                    .object([
                        .init("should", .array(parts.map(\.json))),
                        .init("minimum_should_match", .integer(1)),
                    ]))
            }
        }

        private var negated: Tree? { if case .not(let part) = self { part } else { nil } }

        /// How deeply `bool` queries are nested.
        static func depth(of json: JSONValue) -> Int {
            switch json {
            case .array(let elements): elements.map(depth).max() ?? 0
            case .object(let members):
                members.map { depth(of: $0.value) + ($0.name == "bool" ? 1 : 0) }.max() ?? 0
            default: 0
            }
        }
    }

    /// The query of a filter; `nil` if nothing is sent.
    private func query(_ filter: Filter, _ change: (inout SearchRequest) -> Void = { _ in }) throws
        -> JSONValue?
    {
        var request = SearchRequest(module: Books.descriptor)
        request.filter = filter
        change(&request)
        let text = try Self.engine.explain(request)
        if text.hasPrefix("Nothing is sent") { return nil }
        let start = try #require(text.range(of: "\n\n"))
        return try JSONValue(parsing: Data(text[start.upperBound...].utf8))["query"]
    }

    private func tree(_ filter: Filter, _ forms: [Filter: Tree]) -> Tree {
        switch filter {
        case .and(let operands): .all(operands.map { tree($0, forms) })
        case .or(let operands): .any(operands.map { tree($0, forms) })
        case .leaf, .any, .none: forms[filter] ?? .nothing
        }
    }

    private func form(_ leaf: Filter) throws -> Tree { try query(leaf).map(Tree.init) ?? .nothing }

    private func forms(of filters: RandomFilters) throws -> [Filter: Tree] {
        var forms: [Filter: Tree] = [:]
        for leaf in filters.leaves { forms[leaf] = try form(leaf) }
        return forms
    }

    @Test("Random filters have the form of a simplified tree, alone and with other conditions")
    func randomFilters() throws {
        let filters = RandomFilters { leaf in
            (try? form(leaf)) != nil
        }
        let forms = try forms(of: filters)
        #expect(forms.count > 100)
        let id = Tree.query(
            .object([.init("term", .object([.init("q_m_id_k", .object([.init("value", .string("b1"))]))]))]))
        var random = SeededGenerator(seed: Seed.current &+ 32)
        for round in 0..<1_000 {
            let filter = filters.next(levels: 5, using: &random)
            let own = tree(filter, forms)
            let note: Comment = "seed \(Seed.current): \(filter)"
            let alone = own.simplified
            if case .nothing = alone {
                #expect(try query(filter) == nil, note)
            } else {
                #expect(try query(filter) == alone.json, note)
            }
            guard round % 4 == 0 else { continue }
            let withIDs = Tree.all([own, id]).simplified
            let found = try query(filter) { $0.ids = ["b1"] }
            if case .nothing = withIDs {
                #expect(found == nil, note)
            } else {
                #expect(found == withIDs.json, note)
            }
        }
    }

    @Test("A filter is refused exactly if its queries are nested too deeply")
    func depth() throws {
        let filters = RandomFilters { leaf in (try? query(leaf)) != nil }
        let forms = try forms(of: filters)
        var random = SeededGenerator(seed: Seed.current &+ 33)
        var refused = 0
        for round in 0..<400 {
            var filter = filters.next(levels: 2, using: &random)
            for level in 0..<(12 + round % 10) {
                let other = filters.next(levels: 2, using: &random)
                filter = level % 2 == 0 ? .and([filter, other]) : .or([other, filter])
            }
            let tree = tree(filter, forms).simplified
            if Tree.depth(of: tree.json) + 2 <= 20 {
                #expect(throws: Never.self) { try query(filter) }
            } else {
                refused += 1
                #expect(throws: UnsupportedError.self) { try query(filter) }
            }
        }
        #expect(refused > 20)
    }
}
