import Testing

@testable import QuireCommand

@Suite("The progress of a load")
struct LoadPaceTests {
    @Test(
        "It shows lines per second, and the remaining time based on this run",
        arguments: [
            (1000, 2.0, 0.0, 0.5, "500 lines a second, 0:02 left"),
            (25_000, 10.0, 0.5, 0.75, "2,500 lines a second, 0:10 left"),
            (9, 60.0, 0.0, 0.01, "0 lines a second, 1:39:00 left"), (9, 1.0, 0.0, 1.0, "9 lines a second"),
            (9, 1.0, 0.5, 0.5, "9 lines a second"), (0, 1.0, 0.0, 0.0, ""), (5, 0.0, 0.0, 0.5, ""),
            (10, 1.0, 0.0, 0.000_000_001, "10 lines a second"),
        ])
    func text(_ lines: Int, _ seconds: Double, _ from: Double, _ to: Double, _ expected: String) {
        #expect(LoadPace.text(lines: lines, seconds: seconds, share: (from, to)) == expected)
    }

    @Test(
        "The clock counts whole seconds",
        arguments: [(0.1, "0:01"), (59.9, "1:00"), (61, "1:01"), (3599.5, "1:00:00"), (36_061, "10:01:01")])
    func clock(_ seconds: Double, _ expected: String) {
        #expect(LoadPace.clock(seconds) == expected)
    }
}
