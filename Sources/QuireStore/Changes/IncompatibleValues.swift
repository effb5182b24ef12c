#if SQLite
import QuireCore

/// The stored values that do not fit the schema: none is lost, but typed items do not have them.
///
/// ```swift
/// let misfits = try await store.incompatibleValues(of: Books.self)
/// for value in misfits.values { print(value) }   // item "57ea", field "age": expected an integer, found "twelve"
/// ```
public struct IncompatibleValues: Sendable, Hashable {
    /// Why a value does not fit its field.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// It has another type. The item keeps it as an unknown value, and the field has no value.
        case type
        /// An element of a list has another type. The list is kept as it is.
        case element
        /// It is not in the closed list of choices.
        case choice
        /// The field is required, and the item has no value.
        case missing
    }

    /// One value, or the lack of a required one.
    public struct Value: Sendable, Hashable {
        /// The item's id.
        public var id: String
        public var field: String
        /// The stored value; `nil` if it is missing.
        public var value: JSONValue?
        public var reason: Reason
        public var expected: String
        public var found: String
    }

    /// The number of items with such values.
    public var itemCount = 0
    /// The number of values by field, in the schema's order.
    public var counts: [FieldCount] = []
    /// The first of them.
    public var values: [Value] = []

    /// A field, and the number of its values that do not fit.
    public struct FieldCount: Sendable, Hashable {
        public var field: String
        public var count: Int
    }

    /// The number of values in all fields.
    public var totalCount: Int { counts.reduce(0) { $0 + $1.count } }

    /// Whether every stored value fits.
    public var isEmpty: Bool { counts.isEmpty }
}

extension IncompatibleValues: CustomStringConvertible {
    /// A line for each field: its count, the first value, and the first ids.
    public var description: String { lines.joined(separator: "\n") }

    var lines: [String] {
        counts.map { count in
            let first = values.filter { $0.field == count.field }.prefix(3)
            var text = "\"\(count.field)\" does not fit in \(count.count.items)"
            if let value = first.first { text += ": expected \(value.expected), found \(value.found)" }
            return text
                + " (\(first.map { "\"\($0.id)\"" }.joined(separator: ", "))\(count.count > 3 ? ", …" : ""))"
        }
    }
}

extension Int {
    /// The number with its noun.
    var items: String { self == 1 ? "1 item" : "\(self) items" }
}

extension IncompatibleValues.Value: CustomStringConvertible {
    public var description: String {
        "item \"\(id)\", field \"\(field)\": expected \(expected), found \(found)"
    }
}
#endif
