import Foundation
import QuireToolbox

extension Filter: CustomStringConvertible {
    /// The tree in readable form: `age >= 18 and (language = "eng" or registration = null)`.
    ///
    /// A tree of more than ``maximumDepth`` levels, which no engine accepts, is summarized.
    public var description: String {
        isDeeper(than: Filter.maximumDepth)
            ? "a filter of more than \(Filter.maximumDepth) levels" : text(inside: nil)
    }

    private func text(inside outer: String?) -> String {
        switch self {
        case .leaf(let leaf): leaf.description
        case .and(let operands): Filter.text(of: operands, joinedBy: "and", outer, empty: "everything")
        case .or(let operands): Filter.text(of: operands, joinedBy: "or", outer, empty: "nothing")
        case .any(let step, let operand): "any \(step) (\(operand.text(inside: nil)))"
        case .none(let step, let operand): "no \(step) (\(operand.text(inside: nil)))"
        }
    }

    private static func text(
        of operands: [Filter], joinedBy word: String, _ outer: String?, empty: String
    ) -> String {
        if operands.isEmpty { return empty }
        let text = operands.map { $0.text(inside: operands.count > 1 ? word : outer) }.joined(
            separator: " \(word) ")
        return outer == nil || operands.count == 1 ? text : "(\(text))"
    }
}

extension RelationStep: CustomStringConvertible {
    /// The relation, as in `author` or, in reverse, `books by author`.
    public var description: String {
        let relation = PlainText.oneLine(relation)
        return isReverse ? "\(PlainText.oneLine(module.name)) by \(relation)" : relation
    }
}

extension Filter.Leaf: CustomStringConvertible {
    public var description: String { "\(PlainText.oneLine(property)) \(operation.rawValue) \(value)" }
}

extension FilterValue: CustomStringConvertible {
    public var description: String {
        switch self {
        case .null: "null"
        case .string(let string): "\"\(PlainText.oneLine(string))\""
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .boolean(let boolean): "\(boolean)"
        case .date(let milliseconds): FilterValue.text(ofDate: milliseconds)
        case .field(let name): PlainText.oneLine(name)
        case .list(let values): "[\(values.map(\.description).joined(separator: ", "))]"
        }
    }

    private static func text(ofDate milliseconds: Int64) -> String {
        // Outside the years 1…9999, print the number of milliseconds.
        guard (-62_135_596_800_000..<253_402_300_800_000).contains(milliseconds) else {
            return "\(milliseconds) ms"
        }
        return Moment(Date(timeIntervalSince1970: Double(milliseconds) / 1000)).rfc3339
    }
}
