import QuireToolbox

/// A sum or an average that cannot be represented. Nothing is wrapped, rounded or left out instead.
public struct AggregateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason for the error.
    public enum Reason: Sendable, Hashable {
        /// The sum of integers exceeds 64 bits.
        case overflow
        /// The sum of numbers exceeds the range of `Double`, or one of the numbers is infinite.
        case notFinite
    }

    public var reason: Reason
    /// The module's wire name.
    public var module: String
    public var function: AggregateFunction

    public init(_ reason: Reason, module: String, function: AggregateFunction) {
        self.reason = reason
        self.module = module
        self.function = function
    }

    public var description: String {
        let failure = "Could not compute \(function) in \(module)"
        return switch reason {
        case .overflow:
            PlainText.error(
                "\(failure): the sum exceeds 64 bits", "Narrow the query, or use the average.")
        case .notFinite:
            PlainText.error(
                "\(failure): the sum exceeds the range of Double, or a value is infinite",
                "Narrow the query to smaller values.")
        }
    }
}
