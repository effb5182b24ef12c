import Foundation
import Quire
import Testing

/// Days that are written as year, month and day.
@Suite struct DayTests {
    @Test(
        "A day is midnight UTC of the Gregorian calendar, and counts on beyond the end of a month",
        arguments: [
            (2010, 1, 1), (2024, 2, 29), (2023, 2, 29), (1969, 12, 31), (2024, 13, 1), (2024, 0, 10),
            (2024, -11, 5), (2024, 1, 0),
        ])
    func day(year: Int, month: Int, day: Int) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let expected = try #require(
            calendar.date(from: DateComponents(year: year, month: month, day: day)))
        #expect(Date(year: year, month: month, day: day) == expected)
    }

    @Test("Phases are compared, failures by their errors")
    func phases() {
        let failed = LoadingPhase.failed(CocoaError(.fileNoSuchFile))
        #expect(LoadingPhase.loaded == .loaded)
        #expect(LoadingPhase.loaded != .loading)
        #expect(failed == .failed(CocoaError(.fileNoSuchFile)))
        #expect(failed != .failed(CancellationError()))
    }
}
