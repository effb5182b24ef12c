import Foundation
import Quire
import QuireOpenSearch
import QuireRemote
import SampleModules
import Seeds
import Testing
import TransportDoubles

/// Groups of filters become `bool` queries that mean the same, without needless levels.
@Suite struct FilterGroupTests {
    private static let engine = OpenSearchEngine(
        nodes: [URL(string: "http://localhost:9200") ?? URL(fileURLWithPath: "/")],
        transport: ScriptedTransport([]))

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

    // MARK: - Meaning

    /// Whether a document meets a query, for which each query on one field is met or not by chance.
    private static func isMet(_ query: JSONValue?, _ chance: (JSONValue) -> Bool) -> Bool {
        guard let query, let kind = query.members?.first else { return false }
        switch kind.name {
        case "match_all": return true
        case "match_none": return false
        case "bool":
            func list(_ name: String) -> [JSONValue]? { kind.value[name]?.elements }
            return (list("filter") ?? []).allSatisfy { isMet($0, chance) }
                && !(list("must_not") ?? []).contains { isMet($0, chance) }
                && (list("should").map { $0.contains { isMet($0, chance) } } ?? true)
        default: return chance(query)
        }
    }

    private static func isMet(_ filter: Filter, _ leaves: [Filter: JSONValue], _ chance: (JSONValue) -> Bool)
        -> Bool
    {
        switch filter {
        case .and(let operands): operands.allSatisfy { isMet($0, leaves, chance) }
        case .or(let operands): operands.contains { isMet($0, leaves, chance) }
        case .leaf, .any, .none: isMet(leaves[filter], chance)
        }
    }

    // MARK: - Form

    /// What a simpler query with the same meaning would not have.
    private static func needlessParts(of query: JSONValue) -> [String] {
        guard let group = query["bool"] else { return [] }
        let all = group["filter"]?.elements ?? []
        let none = group["must_not"]?.elements ?? []
        let any = group["should"]?.elements ?? []
        var needless: [String] = []
        func isConstant(_ part: JSONValue) -> Bool { part["match_all"] != nil || part["match_none"] != nil }
        if (all + none + any).contains(where: isConstant) { needless.append("a constant in a group") }
        if all.contains(where: { $0["bool"] != nil && $0["bool"]?["should"] == nil }) {
            needless.append("all in all")
        }
        if any.contains(where: { $0["bool"]?["should"] != nil }) { needless.append("any in any") }
        if none.contains(where: { part in
            part["bool"]?["must_not"]?.elements?.count == 1 && part["bool"]?["filter"] == nil
        }) {
            needless.append("not in not")
        }
        if any.count == 1 || (any.isEmpty && all.count == 1 && none.isEmpty) {
            needless.append("a group of one")
        }
        return needless + (all + none + any).flatMap(needlessParts)
    }

    @Test(
        "Random filters keep their meaning in queries without needless parts, alone and with other conditions"
    )
    func randomFilters() throws {
        let filters = RandomFilters { leaf in (try? query(leaf)) != nil }
        var leaves: [Filter: JSONValue] = [:]
        for leaf in filters.leaves { leaves[leaf] = try query(leaf) }
        #expect(leaves.count > 100)
        var random = SeededGenerator(seed: Seed.current &+ 32)
        for round in 0..<1_000 {
            let filter = filters.next(levels: 5, using: &random)
            let note: Comment = "seed \(Seed.current): \(filter)"
            let alone = try query(filter)
            let withIDs = round % 4 == 0 ? try query(filter) { $0.ids = ["b1"] } : nil
            for query in [alone, withIDs].compactMap(\.self) {
                #expect(Self.needlessParts(of: query) == [], note)
            }
            for salt in 0..<8 {
                // By chance, but the same for equal queries.
                func chance(_ query: JSONValue) -> Bool {
                    var hasher = Hasher()
                    hasher.combine("\(query)")
                    hasher.combine(salt)
                    return hasher.finalize() % 2 == 0
                }
                let isMet = Self.isMet(filter, leaves, chance)
                #expect(Self.isMet(alone, chance) == isMet, note)
                guard round % 4 == 0 else { continue }
                let id = json(#"{"term":{"q_m_id_k":{"value":"b1"}}}"#)
                #expect(Self.isMet(withIDs, chance) == (isMet && chance(id)), note)
            }
        }
    }

    @Test("A filter of 18 alternating levels is sent, one of 19 is refused")
    func depth() throws {
        func filter(_ levels: Int) -> Filter {
            (1...levels).reduce(.leaf(.init(.equal, "age", value: .integer(0), type: .number))) {
                inner, level in
                let leaf = Filter.leaf(.init(.equal, "age", value: .integer(Int64(level)), type: .number))
                return level % 2 == 0 ? .and([inner, leaf]) : .or([inner, leaf])
            }
        }
        #expect(throws: Never.self) { try query(filter(18)) }
        #expect(throws: UnsupportedError.self) { try query(filter(19)) }
    }
}
