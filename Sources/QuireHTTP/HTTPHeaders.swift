import QuireToolbox

/// The header fields of a request or response: ordered, with case-insensitive names.
///
/// Printing never shows a value that may be secret. See `isPublic(_:)`.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral, Sequence {
    /// A header field.
    public struct Field: Sendable, Hashable {
        public var name: String
        public var value: String
    }

    private(set) var fields: [Field] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The first value with a name. Setting replaces all values with that name, and `nil` removes them.
    public subscript(name: String) -> String? {
        get { fields.first { Self.same($0.name, name) }?.value }
        set {
            let position = fields.firstIndex { Self.same($0.name, name) }
            guard let position else {
                if let newValue { fields.append(Field(name: name, value: newValue)) }
                return
            }
            guard let newValue else { return fields.removeAll { Self.same($0.name, name) } }
            fields[position].value = newValue
            var seen = false
            fields.removeAll {
                guard Self.same($0.name, name) else { return false }
                defer { seen = true }
                return seen
            }
        }
    }

    /// Adds a value and keeps the existing ones.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    public func makeIterator() -> Array<Field>.Iterator { fields.makeIterator() }

    /// Whether there are no fields.
    public var isEmpty: Bool { fields.isEmpty }

    /// Whether the value of a header may be printed. This is an allowlist, because a blocklist is never complete.
    public static func isPublic(_ name: String) -> Bool { publicNames.contains(name.lowercased()) }

    private static let publicNames: Set<String> = [
        "accept", "accept-encoding", "accept-language", "age", "cache-control", "connection",
        "content-encoding",
        "content-length", "content-type", "date", "etag", "expires", "last-modified", "retry-after", "server",
        "to-cache", "transfer-encoding", "user-agent", "vary", "x-request-id",
    ]

    /// Compares ASCII letters case-insensitively. Header names are ASCII.
    private static func same(_ left: String, _ right: String) -> Bool {
        let left = left.utf8
        let right = right.utf8
        guard left.count == right.count else { return false }
        return zip(left, right).allSatisfy {
            $0 == $1 || ($0 ^ $1 == 32 && ($0 | 32) >= 97 && ($0 | 32) <= 122)
        }
    }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// One `name: value` per line, with invisible characters escaped. Values that may be secret are replaced by `<redacted>`.
    public var description: String {
        fields.map(\.description).joined(separator: "\n")
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: ["fields": description]) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name and the value on one line, with invisible characters escaped. A value that may be secret is hidden.
    public var description: String {
        PlainText.oneLine("\(name): \(HTTPHeaders.isPublic(name) ? value : "<redacted>")")
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// Dates in headers (RFC 9110 §5.6.7): the standard format, and the two obsolete ones that recipients must accept.
///
/// ```text
/// Sun, 06 Nov 1994 08:49:37 GMT
/// Sunday, 06-Nov-94 08:49:37 GMT
/// Sun Nov  6 08:49:37 1994
/// ```
package enum HTTPDate {
    package static func secondsSince1970(_ text: String) -> Int? {
        let words = text.split { $0 == " " || $0 == "-" || $0 == "," }
        guard words.count >= 5 else { return nil }
        let isOldC = months[words[1]] != nil
        let (day, month, year, time) =
            isOldC ? (words[2], words[1], words[4], words[3]) : (words[1], words[2], words[3], words[4])
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard let day = Int(day), let month = months[month], var year = Int(year), clock.count == 3,
            isOldC || words.count == 6 && words[5] == "GMT", (1...31).contains(day),
            (0...9999).contains(year),
            (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        if !isOldC && words[3].count == 2 { year += year < 70 ? 2000 : 1900 }
        return daysSince1970(year: year, month: month, day: day) * 86_400 + clock[0] * 3600 + clock[1] * 60
            + clock[2]
    }

    private static let months: [Substring: Int] = [
        "Jan": 1, "Feb": 2, "Mar": 3, "Apr": 4, "May": 5, "Jun": 6, "Jul": 7, "Aug": 8, "Sep": 9, "Oct": 10,
        "Nov": 11, "Dec": 12,
    ]

    /// Counts in the proleptic Gregorian calendar. Years begin in March here, so that leap days come last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
