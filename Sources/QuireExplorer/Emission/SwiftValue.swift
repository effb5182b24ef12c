import QuireCore
import QuireGenerator
import QuireToolbox

/// Writes the values of a field as Swift literals.
struct SwiftValue {
    private let form: SwiftNames.Value

    init(_ form: SwiftNames.Value) { self.form = form }

    func literal(_ value: FilterValue) throws(ExplorerError) -> String {
        switch (form, value) {
        case (.text, .string(let text)), (.literal, .string(let text)): return Literals.string(text)
        case (.integer, .integer(let number)): return String(number)
        case (.number, .number(let number)): return Self.number(number)
        case (.boolean, .boolean(let truth)): return truth ? "true" : "false"
        case (.date, .date(let milliseconds)): return try Self.date(milliseconds)
        case (.choice(let choice), .string(let raw)): return try member(raw, of: choice)
        case (.other(let type), .string), (.other(let type), .integer), (.other(let type), .number),
            (.other(let type), .boolean):
            throw ExplorerError(
                .query,
                "The value is of the app's own type \(type), which only the app can spell. Everything else of the query is Swift."
            )
        default: throw ExplorerError(.query, "Swift code cannot express this value.")
        }
    }

    func list(_ values: [FilterValue]) throws(ExplorerError) -> String {
        var literals: [String] = []
        for value in values { literals.append(try literal(value)) }
        return "[\(literals.joined(separator: ", "))]"
    }

    static func numbers(_ values: [FilterValue]) throws(ExplorerError) -> [String] {
        var numbers: [String] = []
        for value in values {
            guard case .number(let number) = value else {
                throw ExplorerError(.query, "Swift code cannot express this place.")
            }
            numbers.append(Self.number(number))
        }
        return numbers
    }

    private static func number(_ number: Double) -> String { "\(number)" }

    /// `Date(timeIntervalSince1970: 1704067200)`.
    private static func date(_ milliseconds: Int64) throws(ExplorerError) -> String {
        let seconds = milliseconds / 1_000
        let rest = abs(milliseconds % 1_000)
        let sign = milliseconds < 0 && seconds == 0 ? "-" : ""
        let digits = String(rest)
        let fraction = rest == 0 ? "" : "." + String(repeating: "0", count: 3 - digits.count) + digits
        return "Date(timeIntervalSince1970: \(sign)\(seconds)\(fraction))"
    }

    private func member(_ raw: String, of choice: SwiftNames.Choice) throws(ExplorerError) -> String {
        if let member = choice.members.first(where: { $0.raw.isByteEqual(to: raw) }) {
            return "." + member.name
        }
        guard !choice.isClosed else {
            throw ExplorerError(.query, "\"\(raw.shortened)\" is not one of the values of \(choice.type).")
        }
        return "\(choice.type)(rawValue: \(Literals.string(raw)))"
    }
}
