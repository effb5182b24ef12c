import DecodingSamples
import Foundation
import Quire
import Testing

@Suite("Dates in every format")
struct DateFormatTests {
    @Test("Milliseconds and seconds since 1970")
    func epoch() throws {
        let date = Date(timeIntervalSince1970: 1_474_980_516.487)
        #expect(try JSONReading.read(Date.self, "1474980516487", .epochMilliseconds) == date)
        #expect(try JSONReading.read(Date.self, "1474980516.487", .epochSeconds) == date)
        #expect(
            try JSONReading.read(Date.self, "-1000", .epochMilliseconds) == Date(timeIntervalSince1970: -1))
        #expect(JSONReading.written(date, .epochMilliseconds) == "1474980516487")
        #expect(JSONReading.written(date, .epochSeconds) == "1474980516.487")
        #expect(JSONReading.written(Date(timeIntervalSince1970: 5), .epochSeconds) == "5")
    }

    @Test(
        "RFC 3339: fractions of up to nine digits, any offset",
        arguments: [
            ("2024-02-29T23:59:59Z", 1_709_251_199.0), ("2024-02-29t23:59:59z", 1_709_251_199),
            ("2024-02-29T23:59:59.5Z", 1_709_251_199.5),
            ("2024-02-29T23:59:59.123456789Z", 1_709_251_199.123456789),
            ("2024-03-01T05:29:59+05:30", 1_709_251_199), ("2024-02-29T15:59:59-08:00", 1_709_251_199),
            ("1970-01-01T00:00:00+00:00", 0), ("1969-12-31T23:59:59.750Z", -0.25),
            ("0000-01-01T00:00:00Z", -62_167_219_200),
            ("9999-12-31T23:59:59Z", 253_402_300_799), ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("1900-03-01T00:00:00Z", -2_203_891_200), ("2000-02-29 12:00:00Z", 951_825_600),
        ])
    func rfc3339(text: String, seconds: Double) throws {
        let date = try JSONReading.read(Date.self, "\"\(text)\"", .rfc3339)
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_001)
    }

    @Test(
        "Invalid RFC 3339 dates are rejected",
        arguments: [
            "", "2024", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "2024-13-01T00:00:00Z",
            "2024-00-01T00:00:00Z", "2024-01-00T00:00:00Z", "2024-01-01", "2024-01-01T24:00:00Z",
            "2024-01-01T00:60:00Z",
            "2024-01-01T00:00:61Z", "2024-01-01T00:00:00", "2024-01-01T00:00:00.Z",
            "2024-01-01T00:00:00.1234567890Z",
            "2024-01-01T00:00:00+0530", "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00+05:60",
            "2024-01-01T00:00:00ZZ",
            "24-01-01T00:00:00Z", "2024-1-01T00:00:00Z", "+2024-01-01T00:00:00Z", "2024-01-01T00:00:00,5Z",
            " 2024-01-01T00:00:00Z",
        ])
    func notRFC3339(text: String) {
        #expect(JSONReading.failure(Date.self, "\"\(text)\"", .rfc3339)?.reason == .invalidDate)
    }

    @Test("A date without a time is midnight UTC, and a time after it is rejected")
    func dateOnly() throws {
        #expect(
            try JSONReading.read(Date.self, "\"2024-05-01\"", .dateOnly)
                == Date(timeIntervalSince1970: 1_714_521_600))
        for text in ["2024-05-01T00:00:00Z", "2024-5-1", "2024-05-32", "01.05.2024", ""] {
            #expect(
                JSONReading.failure(Date.self, "\"\(text)\"", .dateOnly)?.reason == .invalidDate, "\(text)")
        }
    }

    @Test("A date in another format is rejected with the expected format")
    func wrongFormat() {
        let cases: [(String, DateFormat, String)] = [
            ("\"2024-05-01\"", .epochMilliseconds, "a date as milliseconds since 1970"),
            ("\"1\"", .epochSeconds, "a date as seconds since 1970"),
            ("1", .rfc3339, "a date like 2024-05-01T12:00:00Z"),
            ("1", .dateOnly, "a date like 2024-05-01"),
        ]
        for (text, format, expected) in cases {
            let failure = JSONReading.failure(Date.self, text, format)
            #expect(failure?.reason == .wrongType)
            #expect(failure.map { "\($0.expected)" } == expected)
        }
    }

    @Test("The calendar agrees with Foundation's on random days, in both directions")
    func calendar() throws {
        let seed = Seed.current
        var random = SeededGenerator(seed: seed)
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime]
        // Foundation uses the Julian calendar before 1582.
        for _ in 0..<500 {
            let date = Date(
                timeIntervalSince1970: Double(
                    Int64.random(in: -12_000_000_000...250_000_000_000, using: &random)))
            let text = formatter.string(from: date)
            #expect(JSONReading.written(date, .rfc3339) == "\"\(text)\"", "seed \(seed)")
            #expect(try JSONReading.read(Date.self, "\"\(text)\"", .rfc3339) == date, "seed \(seed)")
            #expect(JSONReading.written(date, .dateOnly) == "\"\(text.prefix(10))\"", "seed \(seed)")
        }
    }

    @Test("Every format with milliseconds preserves them")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let date = Date(
                milliseconds: Int64.random(in: -62_000_000_000_000...253_000_000_000_000, using: &random))
            for format in [DateFormat.epochMilliseconds, .epochSeconds, .rfc3339] {
                let read = try JSONReading.read(Date.self, JSONReading.written(date, format), format)
                #expect(read.milliseconds == date.milliseconds)
            }
        }
    }
}
