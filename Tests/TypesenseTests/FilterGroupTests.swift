import Foundation
import Quire
import QuireTypesense
import SampleModules
import Seeds
import Testing
import TransportDoubles

/// A filter is the simplified tree of the forms of its tests.
@Suite struct FilterGroupTests {
    private indirect enum Tree: Hashable {
        case everything, nothing
        case test(String)
        case all([Tree])
        case any([Tree])

        static func and(_ parts: [Tree]) -> Tree {
            if parts.count == 1 { return parts[0] }
            var kept: [Tree] = []
            for part in parts {
                let own: [Tree] = if case .all(let inner) = part { inner } else { [part] }
                for part in own where part != .everything && !kept.contains(part) { kept.append(part) }
            }
            if kept.contains(.nothing) { return .nothing }
            return kept.isEmpty ? .everything : kept.count == 1 ? kept[0] : .all(kept)
        }

        static func or(_ parts: [Tree]) -> Tree {
            if parts.count == 1 { return parts[0] }
            var kept: [Tree] = []
            for part in parts {
                let own: [Tree] = if case .any(let inner) = part { inner } else { [part] }
                for part in own where part != .nothing && !kept.contains(part) { kept.append(part) }
            }
            if kept.contains(.everything) { return .everything }
            return kept.isEmpty ? .nothing : kept.count == 1 ? kept[0] : .any(kept)
        }

        var text: String {
            switch self {
            case .everything: "everything"
            case .nothing: "nothing"
            case .test(let text): text
            case .all(let parts): parts.map(\.textInGroup).joined(separator: " && ")
            case .any(let parts): parts.map(\.textInGroup).joined(separator: " || ")
            }
        }

        private var textInGroup: String {
            switch self {
            case .all, .any: "(\(text))"
            case .everything, .nothing, .test: text
            }
        }

        /// The operands, operators and parentheses.
        var tokens: Int {
            let text = text
            return text.components(separatedBy: " && ").count + text.components(separatedBy: " || ").count - 2
                + text.components(separatedBy: " && ").flatMap { $0.components(separatedBy: " || ") }.count
                + text.count { $0 == "(" || $0 == ")" }
        }

        /// A test by itself, whose form may be a group without groups.
        init(_ text: String) {
            let all = text.components(separatedBy: " && ")
            let any = text.components(separatedBy: " || ")
            switch text {
            case "everything": self = .everything
            case "nothing": self = .nothing
            default:
                self =
                    text.contains("(")
                    ? Self.split(text)
                    : any.count > 1
                        ? .any(any.map(Tree.test)) : all.count > 1 ? .all(all.map(Tree.test)) : .test(text)
            }
        }

        /// A group with a group in parentheses at its end or in its middle, as boxes across the 180th meridian have.
        private static func split(_ text: String) -> Tree {
            guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else {
                return .test(text)
            }
            let inner = Tree(String(text[text.index(after: open)..<close]))
            let outer = text[..<open] + "#" + text[text.index(after: close)...]
            let isAll = outer.contains(" && ")
            let parts = outer.components(separatedBy: isAll ? " && " : " || ").map { part in
                part == "#" ? inner : Tree.test(part)
            }
            return isAll ? .all(parts) : .any(parts)
        }
    }

    private let engine = TypesenseEngine(
        nodes: [URL(string: "http://127.0.0.1:8108") ?? URL(fileURLWithPath: "/")], apiKey: "sesame",
        transport: ScriptedTransport([]))

    private func form(_ filter: Filter) throws -> String {
        var request = SearchRequest(module: Books.descriptor)
        request.filter = filter
        let text = try engine.explain(request)
        if text.hasPrefix("Nothing is sent") { return "nothing" }
        let start = try #require(text.range(of: "\n\n"))
        guard
            case .array(let searches)? = try JSONValue(parsing: Data(text[start.upperBound...].utf8))[
                "searches"]
        else { return "" }
        guard case .string(let form)? = searches.first?["filter_by"] else { return "everything" }
        return form
    }

    private func tree(_ filter: Filter, _ forms: [Filter: Tree]) -> Tree {
        switch filter {
        case .and(let operands): .and(operands.map { tree($0, forms) })
        case .or(let operands): .or(operands.map { tree($0, forms) })
        case .leaf, .any, .none: forms[filter] ?? .nothing
        }
    }

    @Test("Random filters have the form of a simplified tree, or are too long")
    func randomFilters() throws {
        let filters = RandomFilters { (try? form($0)) != nil }
        var forms: [Filter: Tree] = [:]
        for leaf in filters.leaves { forms[leaf] = Tree(try form(leaf)) }
        #expect(forms.count > 100)
        var random = SeededGenerator(seed: Seed.current &+ 31)
        var (written, refused) = (0, 0)
        for _ in 0..<800 {
            let filter = filters.next(levels: 5, using: &random)
            let expected = tree(filter, forms)
            guard expected.tokens <= 99 else {
                refused += 1
                #expect(throws: UnsupportedError.self) { try form(filter) }
                continue
            }
            written += 1
            #expect(try form(filter) == expected.text, "seed \(Seed.current): \(filter)")
        }
        #expect(written > 400 && refused > 0)
    }

    @Test("A mistake in a test comes before a test that is unsupported")
    func mistakesFirst() throws {
        let unsupported = Filter.leaf(.init(.like, "title", value: .string("a"), type: .string))
        let wrong = Filter.leaf(.init(.equal, "unknown", value: .string("a"), type: .string))
        #expect(throws: QueryError.self) { try form(.and([unsupported, wrong])) }
        #expect(throws: UnsupportedError.self) { try form(.and([unsupported])) }
    }
}
