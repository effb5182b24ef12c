import QuireSchema

/// Writes a default value as JSON, in the field's format on the wire.
enum DefaultJSON {
    static func json(_ value: DefaultValue, of type: FieldType) -> String {
        switch value {
        case .text(let text): Literals.json(text)
        case .integer(let integer): String(integer)
        case .number(let number): String(number)
        case .boolean(let boolean): boolean ? "true" : "false"
        case .date(let milliseconds): date(milliseconds, type)
        case .list(let values): "[" + values.map { json($0, of: type.element) }.joined(separator: ", ") + "]"
        }
    }

    private static func date(_ milliseconds: Int64, _ type: FieldType) -> String {
        switch type {
        case .date(let format), .time(let format), .dateTime(let format):
            switch format {
            case .epochMilliseconds: String(milliseconds)
            case .epochSeconds: String(milliseconds / 1000)
            case .rfc3339: Literals.json(formatRFC3339(milliseconds))
            case .dateOnly: Literals.json(formatDay(milliseconds))
            }
        default: String(milliseconds)
        }
    }
}

extension FieldType {
    /// The type of a list's elements; the type itself if it is no list.
    fileprivate var element: FieldType { if case .list(let element) = self { element } else { self } }
}
