import Quire
import Testing

@testable import QuireConformance

/// The check of members alone, which is quick: `ConformanceTests` runs it with all others.
@Suite struct MemberConformanceTests {
    @Test("Members of objects are fields", arguments: Engines.all)
    func members(_ subject: any EngineUnderTest) async throws {
        let checks = ConformanceCheck.all.filter { $0.name == "members of objects" }
        let report = try await subject.conformance.run(checks: checks)
        print("members: \(subject.testDescription): \(report.checks)")
        for difference in report.checks.flatMap(\.differences) {
            Issue.record("\(subject.testDescription):\n\(difference)")
        }
        #expect(report.checks.count == 1)
    }
}
