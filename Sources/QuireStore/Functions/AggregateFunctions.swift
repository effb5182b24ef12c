#if SQLite
import CSQLite
import Foundation
import QuireEngine

extension Connection {
    /// Registers the functions that aggregates use beyond SQLite's own.
    ///
    /// SQLite's `sum` reports an overflow that depends on the order of the rows, and adds floating-point numbers with
    /// rounding errors.
    func registerAggregateFunctions() throws(StoreError) {
        try registerAggregate("quire_sum", arguments: 2, state: ExactSum.self)
        try registerAggregate("quire_average", arguments: 2, state: ExactAverage.self)
        try registerAggregate("quire_gather", arguments: 4, state: GatheredValues.self)
        try register("quire_period", arguments: 3, context: PeriodCalendars()) { context, _, arguments in
            guard let arguments, let calendars = sqlite3_user_data(context),
                sqlite3_value_type(arguments[0]) != SQLITE_NULL,
                let period = sqlite3_value_text(arguments[1]), let zone = sqlite3_value_text(arguments[2])
            else { return }
            let start = Unmanaged<PeriodCalendars>.fromOpaque(calendars).takeUnretainedValue().localStart(
                of: sqlite3_value_int64(arguments[0]), period, zone)
            if let start { sqlite3_result_int64(context, start) }
        }
    }
}

/// The error of a sum that its type cannot represent, as the message of an SQLite error.
enum SumFailure {
    /// The message for a function, by its position in the request.
    static func message(_ reason: AggregateError.Reason, _ function: Int64) -> String {
        "quire_sum \(reason == .overflow ? "overflow" : "range") \(function)"
    }

    /// The reason and the position of the function. `nil` for any other message.
    static func reading(_ message: String) -> (reason: AggregateError.Reason, function: Int)? {
        let words = message.split(separator: " ")
        guard words.count >= 3, words[0] == "quire_sum", let function = Int(words[2]) else { return nil }
        return (words[1] == "overflow" ? .overflow : .notFinite, function)
    }
}

/// `quire_sum(value, function)`: the exact sum of integers or of numbers, or NULL without values. The second argument
/// is the position of the function in the request, for errors.
private final class ExactSum: AggregateState {
    private var values = SummedValues()

    func step(_ arguments: UnsafeMutablePointer<OpaquePointer?>) { values.add(arguments) }

    func finish(_ context: OpaquePointer?) {
        if values.numbers.count > 0 {
            guard let sum = values.numbers.sum else { return values.fail(.notFinite, context) }
            sqlite3_result_double(context, sum)
        } else if values.integers.count > 0 {
            guard let sum = values.integers.sum else { return values.fail(.overflow, context) }
            sqlite3_result_int64(context, sum)
        }
    }
}

/// `quire_average(value, function)`: the exact sum divided by the number of values, or NULL without values.
private final class ExactAverage: AggregateState {
    private var values = SummedValues()

    func step(_ arguments: UnsafeMutablePointer<OpaquePointer?>) { values.add(arguments) }

    func finish(_ context: OpaquePointer?) {
        if values.numbers.count > 0 {
            guard let average = values.numbers.average else { return values.fail(.notFinite, context) }
            sqlite3_result_double(context, average)
        } else if let average = values.integers.average {
            sqlite3_result_double(context, average)
        }
    }
}

/// The values of one group. A column has either integers or floating-point numbers.
private struct SummedValues {
    var integers = IntegerSum()
    var numbers = NumberSum()
    private var function: Int64 = 0

    mutating func add(_ arguments: UnsafeMutablePointer<OpaquePointer?>) {
        switch sqlite3_value_type(arguments[0]) {
        case SQLITE_INTEGER: integers.add(sqlite3_value_int64(arguments[0]))
        case SQLITE_FLOAT: numbers.add(sqlite3_value_double(arguments[0]))
        default: return
        }
        function = sqlite3_value_int64(arguments[1])
    }

    func fail(_ reason: AggregateError.Reason, _ context: OpaquePointer?) {
        sqlite3_result_error(context, SumFailure.message(reason, function), -1)
    }
}

/// The calendars of `quire_period(milliseconds, period, zone)`, which returns the local start of the period.
private final class PeriodCalendars {
    private var calendars: [String: PeriodCalendar] = [:]
    /// The last calendar, because a statement usually has one.
    private var last: (key: String, calendar: PeriodCalendar)?

    func localStart(
        of milliseconds: Int64, _ period: UnsafePointer<UInt8>, _ zone: UnsafePointer<UInt8>
    ) -> Int64? {
        let (period, zone) = (String(cString: period), String(cString: zone))
        let key = "\(period) \(zone)"
        if let last, last.key == key { return last.calendar.localStart(of: milliseconds) }
        guard let named = DatePeriod(rawValue: period), let timeZone = TimeZone(identifier: zone) else {
            return nil
        }
        let calendar = calendars[key] ?? PeriodCalendar(named, in: timeZone)
        calendars[key] = calendar
        last = (key, calendar)
        return calendar.localStart(of: milliseconds)
    }
}
#endif
