#if canImport(Testing)
import QuireEngine
import QuireToolbox

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
