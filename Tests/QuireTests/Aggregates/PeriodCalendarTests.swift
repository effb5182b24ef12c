import Foundation
import Quire
import Seeds
import Testing

@Suite("Periods in a time zone")
struct PeriodCalendarTests {
    private static let zones = [
        "GMT", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Asia/Kathmandu",
        "America/Halifax", "Africa/Cairo",
    ]

    @Test("Days, weeks, months and years start where Foundation's calendar starts them", arguments: zones)
    func foundation(_ name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = zone
        let components: [(DatePeriod, Calendar.Component)] = [
            (.day, .day), (.week, .weekOfYear), (.month, .month), (.year, .year),
        ]
        var random = SeededGenerator(seed: Seed.current)
        for _ in 0..<300 {
            let milliseconds = Int64.random(in: 0...4_000_000_000_000, using: &random)
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            for (period, component) in components {
                let periods = PeriodCalendar(period, in: zone)
                let start = periods.firstInstant(from: periods.localStart(of: milliseconds))
                let expected = calendar.dateInterval(of: component, for: date)?.start
                #expect(
                    Date(timeIntervalSince1970: Double(start) / 1000) == expected, "\(period) \(milliseconds)"
                )
            }
        }
    }

    @Test("A day whose midnight the clocks skip starts at the change")
    func skippedMidnight() throws {
        // On 2018-11-04 in São Paulo, 00:00 became 01:00, at 03:00 UTC.
        let periods = PeriodCalendar(.day, in: try #require(TimeZone(identifier: "America/Sao_Paulo")))
        let change: Int64 = 1_541_300_400_000
        let day = periods.localStart(of: change)
        #expect(periods.localStart(of: change - 1) == day - 86_400_000)
        #expect(periods.localStart(of: change + 22 * 3_600_000) == day)
        #expect(periods.localStart(of: change + 23 * 3_600_000) == day + 86_400_000)
        #expect(periods.firstInstant(from: day) == change)
    }

    @Test("A day that the clocks enter twice is one group, from the first time on")
    func repeatedMidnight() throws {
        // On 2010-11-07 in St. John's, 00:01 became 23:01 of the day before, at 02:31 UTC.
        let periods = PeriodCalendar(.day, in: try #require(TimeZone(identifier: "America/St_Johns")))
        let change: Int64 = 1_289_097_060_000
        let day = periods.localStart(of: change - 1)
        #expect(periods.localStart(of: change) == day - 86_400_000)
        #expect(periods.localStart(of: change + 3_600_000) == day)
        #expect(periods.firstInstant(from: day) == change - 60_000)
    }

    @Test("Dates before 1970 and far away have periods too")
    func farAway() {
        let day: Int64 = 86_400_000
        #expect(PeriodCalendar(.day, in: .gmt).localStart(of: -1) == -day)
        #expect(PeriodCalendar(.week, in: .gmt).localStart(of: 0) == -3 * day)
        #expect(PeriodCalendar(.year, in: .gmt).localStart(of: -1) == -365 * day)
        #expect(PeriodCalendar(.month, in: .gmt).localStart(of: -60 * day) == -61 * day)
        // 0000-02-29 and 9999-12-31.
        #expect(PeriodCalendar(.month, in: .gmt).localStart(of: -62_162_121_600_000) == -62_164_540_800_000)
        #expect(PeriodCalendar(.year, in: .gmt).localStart(of: 253_402_300_799_999) == 253_370_764_800_000)
        for period in DatePeriod.allCases {
            for extreme in [Int64.min, .max] {
                let periods = PeriodCalendar(period, in: TimeZone(identifier: "Asia/Tokyo") ?? .gmt)
                _ = periods.firstInstant(from: periods.localStart(of: extreme))
            }
        }
    }
}
