import QuireCore
import QuireSchema
import QuireToolbox

/// Gives the values of a query the types of their field.
struct ValueTyping {
    private let name: String
    private let type: FieldType
    private let base: ScalarBase?
    private let closedValues: [String]?
    private let isList: Bool
    private let place: QueryPlace

    init(field: ExploredField, place: QueryPlace) {
        name = field.name
        type = if case .list(let element) = field.field.type { element } else { field.field.type }
        base = if case .scalar(let base) = field.descriptor.kind.innermost { base } else { nil }
        closedValues = field.descriptor.closedValues
        isList = field.isList
        self.place = place
    }

    init(metadata: MetadataField, place: QueryPlace) {
        name = "@" + metadata.name
        type = metadata.isDate ? .dateTime(.epochMilliseconds) : .text
        base = nil
        closedValues = nil
        isList = false
        self.place = place
    }

    /// The operand of an operation.
    func value(_ value: QueryValue, for operation: Operator) throws(ExplorerError) -> FilterValue {
        switch operation {
        case .in, .notIn: return .list(try elements(value, "a list of values").map(single))
        case .between:
            let bounds = try elements(value, "a lower and an upper bound")
            guard bounds.count == 2 else { throw failure("between needs a lower and an upper bound") }
            let typed = try bounds.map(single)
            guard !Self.isReversed(typed[0], typed[1]) else {
                throw failure("the lower bound is above the upper one")
            }
            return .list(typed)
        case .near, .within: return .list(try numbers(value, operation))
        case .like, .contains, .hasPrefix, .hasSuffix:
            if operation == .contains, isList { return .list([try single(value)]) }
            guard case .text(let text) = value else { throw failure("\(operation.rawValue) needs a text") }
            return .string(text)
        default: return try single(value)
        }
    }

    private func elements(_ value: QueryValue, _ expected: String) throws(ExplorerError) -> [QueryValue] {
        guard case .list(let values) = value else { throw failure("expected \(expected)") }
        return values
    }

    private func numbers(_ value: QueryValue, _ operation: Operator) throws(ExplorerError) -> [FilterValue] {
        let expected =
            operation == .near
            ? "latitude, longitude and metres" : "south, west, north and east in degrees"
        var numbers: [FilterValue] = []
        for element in try elements(value, expected) {
            switch element {
            case .integer(let number): numbers.append(.number(Double(number)))
            case .number(let number): numbers.append(.number(number))
            default: throw failure("expected \(expected)")
            }
        }
        guard numbers.count == (operation == .near ? 3 : 4) else { throw failure("expected \(expected)") }
        return numbers
    }

    private func single(_ value: QueryValue) throws(ExplorerError) -> FilterValue {
        switch type {
        case .integer: return try integer(value)
        case .number: return try number(value)
        case .boolean: return try boolean(value)
        case .date, .time, .dateTime: return try date(value)
        case .scalar:
            return switch base {
            case .integer: try integer(value)
            case .number: try number(value)
            case .boolean: try boolean(value)
            case .text, nil: try text(value)
            }
        default: return try text(value)
        }
    }

    private func text(_ value: QueryValue) throws(ExplorerError) -> FilterValue {
        guard case .text(let text) = value else { throw failure("expected a text in double quotes") }
        if let closedValues, !closedValues.contains(where: { $0.isByteEqual(to: text) }) {
            throw failure(
                "\"\(text.shortened)\" is not one of its values: \(closedValues.prefix(12).joined(separator: ", "))"
            )
        }
        return .string(text)
    }

    private func integer(_ value: QueryValue) throws(ExplorerError) -> FilterValue {
        guard case .integer(let number) = value else { throw failure("expected a whole number") }
        return .integer(number)
    }

    private func number(_ value: QueryValue) throws(ExplorerError) -> FilterValue {
        switch value {
        case .integer(let number): return .number(Double(number))
        case .number(let number): return .number(number)
        default: throw failure("expected a number")
        }
    }

    private func boolean(_ value: QueryValue) throws(ExplorerError) -> FilterValue {
        guard case .boolean(let truth) = value else { throw failure("expected true or false") }
        return .boolean(truth)
    }

    private func date(_ value: QueryValue) throws(ExplorerError) -> FilterValue {
        switch value {
        case .integer(let milliseconds): return .date(milliseconds: milliseconds)
        case .text(let text):
            if let moment = Moment(dateOnly: text) ?? Moment(rfc3339: text) {
                return .date(milliseconds: moment.milliseconds)
            }
            throw failure("\"\(text.shortened)\" is not a date")
        default: throw failure("expected a date")
        }
    }

    private static func isReversed(_ low: FilterValue, _ high: FilterValue) -> Bool {
        switch (low, high) {
        case (.integer(let low), .integer(let high)), (.date(let low), .date(let high)): low > high
        case (.number(let low), .number(let high)): low > high
        case (.string(let low), .string(let high)): low > high
        default: false
        }
    }

    private func failure(_ message: String) -> ExplorerError {
        let isDate = MetadataField.isDate(type)
        let advice =
            isDate
            ? " Write a date as \"2024-01-31\", \"2024-01-31T12:00:00Z\", or milliseconds since 1970." : ""
        return place.error("\"\(name)\": \(message).\(advice)")
    }
}

extension MetadataField {
    static func isDate(_ type: FieldType) -> Bool {
        switch type {
        case .date, .time, .dateTime: true
        default: false
        }
    }
}

/// Which fields can be compared with each other.
enum ComparableFields {
    /// Throws if the code of the comparison would not compile.
    static func check(
        _ field: ExploredField, _ operation: Operator, with other: ExploredField, at place: QueryPlace
    ) throws(ExplorerError) {
        switch operation {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: break
        default: throw place.error("\(operation.rawValue) compares with a value, not with another field.")
        }
        let isComparable =
            !field.isList && !other.isList && type(field) == type(other)
            && other.field.operators.contains { $0 != .isNull }
        guard isComparable else {
            throw place.error(
                "\"\(field.name)\" and \"\(other.name)\" have different types, so they cannot be compared.")
        }
        if field.relatedModule != other.relatedModule {
            throw place.error("\"\(field.name)\" and \"\(other.name)\" lead to different modules.")
        }
    }

    /// The Swift type without its optional.
    private static func type(_ field: ExploredField) -> String {
        field.names.type.hasSuffix("?") ? String(field.names.type.dropLast()) : field.names.type
    }
}
