import Foundation

extension JSONWriter {
    /// Writes a stored date exactly. `Date` would round a moment that is far away.
    ///
    /// A moment that a text format cannot represent, such as one in the year 20,000, is written as its milliseconds. A
    /// reader then finds a value of the wrong type, and not null, which would mean that there is no value.
    package mutating func date(milliseconds: Int64, _ format: DateFormat) {
        switch format {
        case .epochMilliseconds: integer(milliseconds)
        case .epochSeconds:
            let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
            if rest == 0 {
                integer(seconds)
            } else if milliseconds.magnitude < 1 << 53 {
                number(Double(milliseconds) / 1000)
            } else {
                raw("\(seconds).\(String(rest.magnitude + 1000).dropFirst())".utf8)
            }
        case .rfc3339, .dateOnly:
            guard Moment.writable.contains(milliseconds) else { return integer(milliseconds) }
            let moment = Moment(Date(milliseconds: milliseconds))
            string(format == .dateOnly ? moment.dateOnly : moment.rfc3339)
        }
    }
}
