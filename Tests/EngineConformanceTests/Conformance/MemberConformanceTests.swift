import Quire
import Testing

@testable import QuireConformance

/// The checks of members alone, which are quick: `ConformanceTests` runs them with all others.
@Suite struct MemberConformanceTests {
    @Test("Members of objects are fields", arguments: Engines.all)
    func members(_ subject: any EngineUnderTest) async throws {
        let checks = ConformanceCheck.all.filter {
            [
                "members of objects", "one object of a list", "members in a selection",
                "functions and groups of members",
            ].contains($0.name)
        }
        let report = try await subject.conformance.run(checks: checks)
        print("members: \(subject.testDescription): \(report.checks)")
        for difference in report.checks.flatMap(\.differences) {
            Issue.record("\(subject.testDescription):\n\(difference)")
        }
        #expect(report.checks.count == 4)
    }
}
