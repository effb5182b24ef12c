/// Limits the number of combining marks in a row, such as the accents on one letter.
///
/// Swift compares and hashes strings in canonical form. Its time to order a run of marks is quadratic, so one long run in
/// a request would block a server, and one in a response would block a client. Unicode's stream-safe format (UAX #15)
/// has at most 30 marks in a row.
package enum CombiningMarks {
    package static let longestRun = 128

    /// Whether a text of this many bytes can have more marks in a row than the limit. A mark has at least two bytes.
    @inline(__always)
    package static func canExceedLimit(bytes count: Int) -> Bool { count > 2 * longestRun }

    /// Whether a text has more marks in a row than the limit. Short texts and those in ASCII are not searched.
    package static func exceedLimit(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard canExceedLimit(bytes: bytes.count), bytes.contains(where: { $0 >= 0x80 }) else {
                return false
            }
            var run = 0
            for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
                // No character before U+0300 is a mark.
                let isMark =
                    scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
                run = isMark ? run + 1 : 0
                if run > longestRun { return true }
            }
            return false
        }
    }

    /// The error's text for such a text in a place.
    package static func problem(_ place: String) -> String {
        "\(place) has more than \(longestRun) combining marks in a row. Send shorter runs."
    }
}
