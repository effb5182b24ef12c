import QuireEngine

/// Reads the ways in which files write dates and times, and writes them in the schema's formats.
enum DateText {
    /// A date or a time as the schema writes it.
    enum Reading: Equatable {
        /// `2024-02-29`
        case day(String)
        /// `2024-02-29T12:00:00Z`, and whether the source had a time zone.
        case moment(String, hasZone: Bool)
    }

    /// Reads `2024-02-29`, `2024/02/29`, `29.02.2024`, and each of them with a time: `2024-02-29 12:00`,
    /// `2024-02-29T12:00:00.5+0100`. The day may have an English month: `29 Feb 2024`. A time without a zone is taken
    /// as UTC.
    static func read(_ text: String) -> Reading? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 8, bytes.count <= 40 else { return nil }
        guard let (day, length) = day(bytes) else { return named(text, bytes) }
        if bytes.count == length {
            return DateReading.dateOnly(day) == nil ? nil : .day(day)
        }
        guard [UInt8(ascii: "T"), UInt8(ascii: "t"), 0x20].contains(bytes[length]) else { return nil }
        let rest = Array(bytes[(length + 1)...])
        guard let (time, hasZone) = time(rest) else { return nil }
        // A source that is valid already stays as it is.
        let moment = length == 10 && DateReading.rfc3339(text) != nil ? text : "\(day)T\(time)"
        return DateReading.rfc3339(moment) == nil ? nil : .moment(moment, hasZone: hasZone)
    }

    /// A day with the name of its month, with or without a time.
    private static func named(_ text: String, _ bytes: [UInt8]) -> Reading? {
        // Letters cost more to read, so most texts end here.
        guard bytes.contains(where: { 0x30...0x39 ~= $0 }), bytes[0] < 0x80,
            let (day, rest) = MonthName.day(text), DateReading.dateOnly(day) != nil
        else { return nil }
        if rest.isEmpty { return .day(day) }
        var clock = Array(rest.utf8)
        if rest.hasSuffix(" GMT") || rest.hasSuffix(" UTC") { clock = Array(rest.dropLast(4).utf8) + [0x5A] }
        guard let (time, hasZone) = time(clock) else { return nil }
        let moment = "\(day)T\(time)"
        return DateReading.rfc3339(moment) == nil ? nil : .moment(moment, hasZone: hasZone)
    }

    private static func day(_ bytes: [UInt8]) -> (String, Int)? {
        func digits(_ range: Range<Int>) -> String? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ 0x30...0x39 ~= $0 }) else {
                return nil
            }
            return String(decoding: bytes[range], as: UTF8.self)
        }
        if let year = digits(0..<4), bytes.count >= 10, bytes[4] == bytes[7],
            bytes[4] == UInt8(ascii: "-") || bytes[4] == UInt8(ascii: "/"),
            let month = digits(5..<7), let day = digits(8..<10)
        {
            return ("\(year)-\(month)-\(day)", 10)
        }
        // 29.2.2024: points are written between day and month, in this order.
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, (1...2).contains(parts[0].count), (1...2).contains(parts[1].count),
            parts[2].count >= 4,
            let day = digits(parts[0].indices), let month = digits(parts[1].indices),
            let year = digits(parts[2].startIndex..<parts[2].startIndex + 4)
        else { return nil }
        func padded(_ text: String) -> String { text.utf8.count == 1 ? "0" + text : text }
        return ("\(year)-\(padded(month))-\(padded(day))", parts[2].startIndex + 4)
    }

    /// A time `12:00`, `12:00:00.5`, with or without a zone, as RFC 3339 writes it.
    private static func time(_ bytes: [UInt8]) -> (String, Bool)? {
        let zoneStart =
            bytes.firstIndex {
                [UInt8(ascii: "Z"), UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "-")].contains($0)
            }
            ?? bytes.count
        var clock = String(decoding: bytes[..<zoneStart], as: UTF8.self)
        while clock.hasSuffix(" ") { clock.removeLast() }
        if clock.utf8.count == 5 { clock += ":00" }
        guard zoneStart < bytes.count else { return (clock + "Z", false) }
        let zone = Array(bytes[zoneStart...])
        if zone.count == 1 { return (clock + "Z", true) }
        var digits = zone.dropFirst().filter { $0 != UInt8(ascii: ":") }
        if digits.count == 2 { digits += [0x30, 0x30] }
        guard digits.count == 4 else { return nil }
        let text = String(decoding: digits, as: UTF8.self)
        let sign = zone[0] == UInt8(ascii: "-") ? "-" : "+"
        return ("\(clock)\(sign)\(text.prefix(2)):\(text.suffix(2))", true)
    }
}

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
