#if canImport(Testing)
import QuireCore
import QuireEngine
import QuireToolbox
import Testing

/// Compares the result of a query with the expected one, and describes the failure.
struct Expectation {
    private let request: SearchRequest
    private let engine: any ContentEngine
    private let total: Int?
    private let rejected: [ContentDecodingError]
    private let inAnyOrder: Bool
    private let sourceLocation: SourceLocation

    init<Item>(
        _ request: SearchRequest, _ content: ContentClient, page: Page<Item>, inAnyOrder: Bool,
        sourceLocation: SourceLocation
    ) {
        self.request = request
        self.inAnyOrder = inAnyOrder
        self.sourceLocation = sourceLocation
        engine = content.engine
        total = page.pageInfo.totalItems
        rejected = page.rejected
    }

    /// Records an issue if the values differ.
    func check<Value: Hashable>(_ returned: [Value], _ expected: [Value]) {
        let difference = ResultDifference(of: returned, from: expected, inAnyOrder: inAnyOrder)
        guard !difference.isEmpty else { return }
        Issue.record(
            Comment(rawValue: text(difference, returned: returned, expected: expected)),
            sourceLocation: sourceLocation)
    }

    private func text<Value>(
        _ difference: ResultDifference, returned: [Value], expected: [Value]
    ) -> String {
        var lines = ["The query does not return the expected items:"]
        lines += difference.lines.map { "  \($0)" }
        lines.append("returned: \(Self.list(returned))\(rest(after: returned.count))")
        lines.append("expected: \(Self.list(expected))\(inAnyOrder ? ", in any order" : "")")
        if let first = rejected.first { lines.append("rejected: \(rejected.count), first \(first)") }
        lines.append("query: \(request)")
        if let explanation = try? request.explanation(on: engine) {
            lines.append("\(engine.capabilities.name) runs:")
            lines += explanation.split(separator: "\n").map { "  \($0)" }
        }
        return PlainText.lines(lines.joined(separator: "\n"))
    }

    /// The number of items on other pages.
    private func rest(after count: Int) -> String {
        guard let total, total > count else { return "" }
        return " (a page of \(total) items)"
    }

    private static func list<Value>(_ values: [Value]) -> String {
        if values.isEmpty { return "nothing" }
        let list = values.prefix(20).map { ResultDifference.text($0) }.joined(separator: ", ")
        return values.count > 20 ? "\(list) and \(values.count - 20) more" : list
    }
}

/// The difference between the expected and the returned values, one line per value.
struct ResultDifference {
    private(set) var lines: [String] = []

    var isEmpty: Bool { lines.isEmpty }

    /// The most lines of a kind.
    private static let limit = 20

    /// A value that stands for itself in a list.
    private struct Element<Value: Hashable>: Identifiable, Equatable {
        let id: Value
    }

    init<Value: Hashable>(of returned: [Value], from expected: [Value], inAnyOrder: Bool) {
        let difference = PageDifference(
            from: expected.map { Element(id: $0) }, to: returned.map { Element(id: $0) })
        func expectedPlace(_ offset: Int) -> String {
            inAnyOrder ? "" : ", expected at position \(offset + 1)"
        }
        add(
            difference.removals.map {
                "missing: \(Self.text($0.item.id))\(expectedPlace($0.offset))"
            })
        add(
            difference.insertions.map {
                "unexpected: \(Self.text($0.item.id)) at position \($0.offset + 1)"
            })
        guard !inAnyOrder else { return }
        add(
            difference.moves.map {
                "moved: \(Self.text(returned[$0.to])) is at position \($0.to + 1)\(expectedPlace($0.from))"
            })
    }

    private mutating func add(_ texts: [String]) {
        lines += texts.prefix(Self.limit)
        if texts.count > Self.limit { lines.append("… and \(texts.count - Self.limit) more") }
    }

    /// A value on one line. Texts are quoted.
    static func text<Value>(_ value: Value) -> String {
        let text = (value as? String).map { "\"\($0)\"" } ?? "\(value)"
        return PlainText.oneLine(text.shortened)
    }
}
#endif
