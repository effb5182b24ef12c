/// Reads days with an English month: `12 Jun 1998`, `June 12, 1998`, `Fri, 12-Jun-1998`.
enum MonthName {
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november", "december",
    ]
    private static let weekdays: Set<String> = [
        "mon", "tue", "wed", "thu", "fri", "sat", "sun", "monday", "tuesday", "wednesday", "thursday",
        "friday",
        "saturday", "sunday",
    ]

    /// The day as `1998-06-12`, and the rest of the text after it.
    static func day(_ text: String) -> (day: String, rest: Substring)? {
        var rest = text[...]
        guard var first = word(&rest) else { return nil }
        if weekdays.contains(first.lowercased()) {
            guard let next = word(&rest) else { return nil }
            first = next
        }
        guard let second = word(&rest), let year = word(&rest), year.utf8.count == 4, Int(year) != nil else {
            return nil
        }
        var date: (month: Int, day: Int?)?
        if let month = month(first) {
            date = (month, number(second))
        } else if let month = month(second) {
            date = (month, number(first))
        }
        guard let month = date?.month, let day = date?.day else { return nil }
        let digits = (day < 10 ? "0" : "") + String(day)
        return ("\(year)-\(month < 10 ? "0" : "")\(month)-\(digits)", rest)
    }

    /// The next word, without the separator after it.
    private static func word(_ rest: inout Substring) -> Substring? {
        let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !word.isEmpty else { return nil }
        rest = rest.dropFirst(word.count)
        if rest.first == "." || rest.first == "," { rest = rest.dropFirst() }
        if rest.first == " " || rest.first == "-" { rest = rest.dropFirst() }
        return word
    }

    private static func month(_ word: Substring) -> Int? {
        let name = word.lowercased()
        guard name.utf8.count >= 3 else { return nil }
        return months.firstIndex { $0 == name || name.utf8.count <= 4 && $0.hasPrefix(name) }.map { $0 + 1 }
    }

    /// `12`, or `12th`.
    private static func number(_ word: Substring) -> Int? {
        let digits = word.prefix { $0.isNumber }
        let ending = word.dropFirst(digits.count).lowercased()
        guard (1...2).contains(digits.count), ["", "st", "nd", "rd", "th"].contains(ending) else {
            return nil
        }
        return Int(digits)
    }
}
