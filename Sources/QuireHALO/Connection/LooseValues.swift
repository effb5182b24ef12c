import QuireCore

/// Reads values that servers write in other forms: a number as a text, a Boolean as 0 or 1.
///
/// Each conversion is exact. A value that could mean something else is `nil`.
extension JSONValue {
    /// An integer, possibly written as `7.0`, `"7"` or `"7.0"`.
    var looseInteger: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        case .string(let text): Int64(text) ?? looseNumber.flatMap { Int64(exactly: $0) }
        default: nil
        }
    }

    /// A number, possibly as a text such as `"86400000.5"`.
    var looseNumber: Double? {
        switch self {
        case .integer(let number): return Double(number)
        case .number(let number): return number
        case .string(let text):
            // `Double` also accepts hexadecimal numbers, "nan" and "inf", which JSON does not have.
            guard text.utf8.count <= 32, text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) })
            else { return nil }
            return Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: return nil
        }
    }

    /// A Boolean, possibly as `"true"`, `"false"`, 1 or 0.
    var looseBoolean: Bool? {
        switch self {
        case .boolean(let boolean): boolean
        case .integer(1), .number(1): true
        case .integer(0), .number(0): false
        case .string(let text):
            switch text.lowercased() {
            case "true", "1": true
            case "false", "0": false
            default: nil
            }
        default: nil
        }
    }

    /// A text, or an integer that the server sends instead, for ids.
    var looseText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): Int64(exactly: number).map { String($0) }
        default: nil
        }
    }

    /// A text, or any number or Boolean in its JSON form, for the values of tags and versions.
    var scalarText: String? {
        switch self {
        case .boolean, .number: description
        default: looseText
        }
    }
}
