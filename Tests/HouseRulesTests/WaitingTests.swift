import Foundation
import Testing

/// Tests wait for progress: on a busy machine everything takes many times as long, including the tests' own polls.
@Suite struct WaitingTests {
    private static let tests = Repository.files(in: "Tests").filter {
        !$0.path.hasPrefix("Tests/Benchmarks/")
    }

    /// The time of a test counts from the start of its target's run, including waiting for a processor. Beside a load of 15,
    /// a target takes about eight times its CPU time: limits are 10 minutes below 30 s of it, 30 below 120 s, otherwise 60.
    @Test("Time limits end tests that hang, not slow ones: ten minutes at least")
    func timeLimits() {
        for file in Self.tests where file.text.contains("timeLimit(") {
            for (number, line) in file.code where line.contains("timeLimit(") {
                for match in line.matches(of: /timeLimit\(\.minutes\(([0-9]+)/) where (Int(match.1) ?? 0) < 10
                {
                    Issue.record("\(file.path):\(number): \(line)")
                }
            }
        }
    }

    /// Code that measures time, and decides nothing by it.
    private static let measuring = ["Tests/NodesTests/Drills/", "Tests/NodesTests/Rules/"]

    @Test("No test gives up at a fixed time: Patience counts the polls without progress")
    func moments() {
        for file in Self.tests
        where file.text.contains("Clock.now") && !Self.measuring.contains(where: file.path.hasPrefix) {
            for (number, line) in file.code where line.contains(/(Continuous|Suspending)Clock\.now [-+<>]/) {
                Issue.record("\(file.path):\(number): \(line)")
            }
        }
    }

    @Test("Tests wait for a condition with one function: eventually")
    func oneWait() {
        let files = Self.tests.filter { $0.text.contains(/func (eventually|waitUntil)\(/) }
        #expect(files.map(\.path) == ["Tests/TransportDoubles/Patience.swift"])
    }

    @Test("A request that must succeed has at least fifteen minutes: deadlines in seconds are no shorter")
    func deadlines() {
        for file in Self.tests where file.text.contains("deadline:") {
            for (number, line) in file.code where line.contains("deadline:") {
                for match in line.matches(of: /deadline: \.after\(\.seconds\(([0-9]+)\)\)/)
                where (Int(match.1) ?? 0) < 900 {
                    Issue.record("\(file.path):\(number): \(line)")
                }
            }
        }
    }
}
