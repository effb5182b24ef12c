#if SQLite
import Foundation
import QuireCore

/// The lists of dates whose format on the wire changes. A list is stored as it was written, so that its dates are
/// written again in the new format.
struct ListDates {
    private struct Column {
        var index: Int
        var old: DateFormat
        var new: DateFormat
    }

    private let columns: [Column]

    private static let day: Int64 = 86_400_000

    /// - Parameter source: The layout of the rows, with the stored formats.
    init(_ source: ModuleLayout, to new: ModuleLayout) {
        columns = source.fields.indices.compactMap { position in
            let before = source.fields[position]
            // Without a recorded format, the dates are left as they are.
            guard let after = new.field(before.name), after.isReformatted(from: before),
                let old = before.format, let new = after.format
            else { return nil }
            return Column(index: RowLayout.Envelope.allCases.count + position, old: old, new: new)
        }
    }

    /// The row, in which the dates have the new formats. A list with a date that the new format cannot represent, such
    /// as a time of day in a format without one, is left as it is, and then does not fit its field.
    func reformatted(_ row: [SQLValue]) -> [SQLValue] {
        var row = row
        for column in columns {
            guard case .text(let text) = row[column.index],
                let list = try? JSONValue(parsing: Data(text.utf8)),
                let dates = Self.dates(in: list, column)
            else { continue }
            row[column.index] = .text(String(decoding: dates.data, as: UTF8.self))
        }
        return row
    }

    private static func dates(in value: JSONValue, _ column: Column) -> JSONValue? {
        switch value {
        case .null: return value
        case .array(let elements):
            var reformatted: [JSONValue] = []
            for element in elements {
                guard let date = dates(in: element, column) else { return nil }
                reformatted.append(date)
            }
            return .array(reformatted)
        default:
            guard let milliseconds = milliseconds(value, column.old) else { return nil }
            switch column.new {
            case .dateOnly where milliseconds % day != 0: return nil
            case .dateOnly, .rfc3339:
                guard Moment.writable.contains(milliseconds) else { return nil }
            case .epochMilliseconds, .epochSeconds: break
            }
            var json = JSONWriter()
            json.date(milliseconds: milliseconds, column.new)
            return JSONValue(written: json)
        }
    }

    /// The moment of a date in the format; `nil` if it is not exactly one in milliseconds.
    private static func milliseconds(_ value: JSONValue, _ format: DateFormat) -> Int64? {
        switch (format, value) {
        case (.epochMilliseconds, .integer(let integer)): return integer
        case (.epochMilliseconds, .number(let number)): return Int64(exactly: number)
        case (.epochSeconds, .integer(let integer)):
            let (milliseconds, isTooLarge) = integer.multipliedReportingOverflow(by: 1000)
            return isTooLarge ? nil : milliseconds
        case (.epochSeconds, .number(let number)):
            guard let milliseconds = Int64(exactly: (number * 1000).rounded()),
                Double(milliseconds) / 1000 == number
            else { return nil }
            return milliseconds
        case (.rfc3339, .string(let text)): return Moment(rfc3339: text)?.milliseconds
        case (.dateOnly, .string(let text)): return Moment(dateOnly: text)?.milliseconds
        default: return nil
        }
    }
}

extension FieldLayout {
    /// Whether the field is a list of dates that is stored in another format, or in one that the file does not record; or a
    /// member of an object that is stored in other tables or columns.
    func isReformatted(from stored: FieldLayout) -> Bool {
        guard storage == stored.storage else { return false }
        if storage.element != nil, format != stored.format { return true }
        return isMember
            && (steps, objects, words, column) != (stored.steps, stored.objects, stored.words, stored.column)
    }
}
#endif
