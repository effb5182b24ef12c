import Foundation
import Seeds
import Testing

@testable import QuireSchema

/// The values of defaults.
@Suite struct DefaultTests {
    @Test("Defaults are kept as values of the field's type")
    func values() throws {
        let cases: [(String, DefaultValue)] = [
            (#""type": "text", "default": "a\n""#, .text("a\n")),
            (#""type": "integer", "default": -7"#, .integer(-7)),
            (#""type": "integer", "default": 9223372036854775807"#, .integer(.max)),
            (#""type": "number", "default": 2"#, .number(2)),
            (#""type": "boolean", "default": false"#, .boolean(false)),
            (#""type": "url", "default": "https://x.y/z""#, .text("https://x.y/z")),
            (##""type": "color", "default": "#FFF""##, .text("#FFF")),
            (#""type": "localizedText", "default": "x""#, .text("x")),
            (#""type": "choice", "values": ["a", "b"], "default": "b""#, .text("b")),
            (
                #""type": "choices", "values": ["a", "b"], "default": ["b", "a"]"#,
                .list([.text("b"), .text("a")])
            ),
            (#""type": "list", "of": "number", "default": [1, 2.5]"#, .list([.number(1), .number(2.5)])),
            (#""type": "date", "default": 1419769800000"#, .date(1_419_769_800_000)),
            (#""type": "date", "format": "epochSeconds", "default": -1"#, .date(-1000)),
            (#""type": "date", "format": "dateOnly", "default": "2000-02-29""#, .date(951_782_400_000)),
            (
                #""type": "time", "format": "rfc3339", "default": "1970-01-01T00:00:01.5+01:00""#,
                .date(-3_598_500)
            ),
            (
                #""type": "list", "of": { "type": "date", "format": "dateOnly" }, "default": ["1970-01-02"]"#,
                .list([.date(86_400_000)])
            ),
        ]
        for (field, expected) in cases {
            let (result, diagnostics) = read(schema(fields: "{ \"name\": \"a\", \(field) }"))
            #expect(
                try #require(result, "\(printed(diagnostics))").modules[0].fields[0].defaultValue == expected)
        }
    }

    @Test("Days and dates match Foundation's calendar, over 2,800 years")
    func dates() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let milliseconds = Int64.random(in: -12_219_292_800_000...75_000_000_000_000, using: &random)
            let date = Date(timeIntervalSince1970: Double(milliseconds / 1000))
            let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
            let day = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
            let clock = String(
                format: "T%02d:%02d:%02d", parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0)
            let seconds = milliseconds / 1000 * 1000
            #expect(parseRFC3339(day + clock + "Z") == seconds)
            #expect(parseRFC3339(day + clock + ".25-02:30") == seconds + 250 + 9_000_000)
            #expect(formatRFC3339(seconds) == day + clock + ".000Z")
            #expect(parseDay(day) == parseRFC3339(day + "T00:00:00Z"))
            #expect(formatDay(seconds) == day)
        }
    }

    @Test(
        "Invalid dates are rejected",
        arguments: [
            "", "2024-02-29", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z",
            "2024-00-01T00:00:00Z",
            "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:61Z", "2024-01-01T00:00:00",
            "2024-01-01 00:00:00Z",
            "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00+1:00", "2024-01-01T00:00:00+01:00Z",
            "2024-01-01T00:00:00+24:00",
            "24-01-01T00:00:00Z0", "2024-01-01T00:00:00z ", "２０２４-01-01T00:00:00Z",
            "2024-01-01T00:00:00.123456789",
        ])
    func noMoment(_ text: String) {
        #expect(parseRFC3339(text) == nil)
    }
}
