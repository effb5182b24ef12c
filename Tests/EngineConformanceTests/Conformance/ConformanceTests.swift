import QuireConformance
import Seeds
import Testing

/// Every engine of this package conforms.
@Suite struct ConformanceTests {
    @Test("An engine conforms", arguments: Engines.all, ConformanceArea.allCases)
    func conforms(_ subject: any EngineUnderTest, _ area: ConformanceArea) async throws {
        let name = subject.testDescription
        let report = try await subject.conformance.run([area]) { print("conformance: \(name): \($0)") }
        #expect(!report.checks.isEmpty)
        for check in report.checks {
            for difference in check.differences {
                Issue.record("\(name), \(check.name), seed \(Seed.current):\n\(difference)")
            }
            if subject.options.checksFields, subject.hasEveryCapability,
                Self.sayWhatIsInvalid.contains(check.name)
            {
                #expect(check.refused == 0, "\(name): \(check)")
            }
        }
        if area == .hostileValues {
            #expect((report.checks.first?.compared ?? 0) > 1_000)
        }
    }

    /// Checks of invalid requests: an engine with every capability reports them as invalid, not as unsupported.
    private static let sayWhatIsInvalid: Set = [
        "invalid queries are rejected", "pages out of range and foreign cursors are rejected",
        "texts that are not cursors", "texts that are not field names",
    ]
}
