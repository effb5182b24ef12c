import Foundation
import QuireShared

/// Formats values for people to read.
package enum Text {
    /// Formats a number with a fixed number of decimal places.
    package static func number(_ number: Double, places: Int) -> String {
        String(format: "%.\(places)f", number)
    }

    /// `4,602,479`.
    package static func count(_ count: Int) -> String {
        let digits = String(count.magnitude)
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(",") }
            grouped.append(digit)
        }
        return (count < 0 ? "-" : "") + grouped
    }

    /// `1 book`, `20 books`.
    package static func count(_ count: Int, _ noun: String) -> String {
        "\(Self.count(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    /// ` Did you mean 'fantasy'?`, or nothing.
    package static func didYouMean(_ word: String, among words: [String]) -> String {
        words.nearest(to: word).map { " Did you mean '\($0)'?" } ?? ""
    }

    /// `1937-09-21`, in UTC.
    package static func day(_ date: Date) -> String {
        // Days since 1970 to a date, without a calendar, so that it is the same on every platform.
        let days = Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
