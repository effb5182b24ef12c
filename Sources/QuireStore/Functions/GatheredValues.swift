#if SQLite
import CSQLite
import QuireCore
import QuireText

/// `quire_gather(list, id, value, form)`: the values of the items that a list of ids names, as a JSON list in the order
/// of the ids. Each row has an item of the list. Items without a value are left out, and an id that occurs twice gives
/// its value twice.
///
/// SQLite's own JSON functions truncate texts at a NUL, round numbers, and do not know the wire format of dates.
final class GatheredValues: AggregateState {
    /// The form of values that are JSON lists already. Their elements are gathered.
    static let listForm = "list"
    private static let jsonForm = "json"

    /// How the values of a kind are written.
    static func form(of kind: FieldKind) -> String {
        switch Storage(kind) {
        case .text, .longText, .integer, .number: "value"
        case .boolean: "boolean"
        case .date: kind.dateFormat.rawValue
        case .list: listForm
        case .json, .place: kind.listElement == nil ? jsonForm : listForm
        }
    }

    private var list = ""
    private var values: [ExactText: [UInt8]] = [:]

    init() {}

    func step(_ arguments: UnsafeMutablePointer<OpaquePointer?>) {
        if values.isEmpty { list = Self.text(arguments[0]) }
        guard let value = Self.json(arguments[2], form: Self.text(arguments[3])) else { return }
        values[ExactText(Self.text(arguments[1]))] = value
    }

    func finish(_ context: OpaquePointer?) {
        var json = JSONWriter()
        json.beginArray()
        for id in StoredJSON.ids(list) {
            if let value = values[ExactText(id)] { json.raw(value) }
        }
        json.endArray()
        json.bytes.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            sqlite3_result_text64(
                context, start, sqlite3_uint64(bytes.count), SQLite.transient, UInt8(SQLITE_UTF8))
        }
    }

    /// The value as the elements of a JSON list, or `nil` if there is none.
    private static func json(_ value: OpaquePointer?, form: String) -> [UInt8]? {
        let type = sqlite3_value_type(value)
        if type == SQLITE_NULL { return nil }
        var json = JSONWriter()
        switch (form, type) {
        case ("boolean", _): json.boolean(sqlite3_value_int64(value) != 0)
        case ("value", SQLITE_INTEGER): json.integer(sqlite3_value_int64(value))
        case ("value", SQLITE_FLOAT): json.number(sqlite3_value_double(value))
        case ("value", _): json.string(text(value))
        case (jsonForm, _): return Array(text(value).utf8)
        case (listForm, _): return elements(of: text(value))
        default:
            guard let format = DateFormat(rawValue: form) else { return nil }
            json.date(milliseconds: sqlite3_value_int64(value), format)
        }
        return json.bytes
    }

    /// A JSON list without its brackets, or `nil` if it is empty.
    private static func elements(of list: String) -> [UInt8]? {
        func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        var bytes = Array(list.utf8)[...]
        func trim() {
            bytes = bytes.drop(while: isSpace)
            while bytes.last.map(isSpace) == true { bytes.removeLast() }
        }
        trim()
        guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]"), bytes.count >= 2 else {
            return nil
        }
        bytes = bytes.dropFirst().dropLast()
        trim()
        return bytes.isEmpty ? nil : Array(bytes)
    }

    private static func text(_ value: OpaquePointer?) -> String {
        guard let start = sqlite3_value_text(value) else { return "" }
        let count = Int(sqlite3_value_bytes(value))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}
#endif
