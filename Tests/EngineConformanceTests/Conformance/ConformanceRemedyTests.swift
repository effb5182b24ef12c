import Testing

@testable import QuireConformance

/// The error of an engine that does not conform states the remedy.
@Suite struct ConformanceRemedyTests {
    @Test("A ConformanceError names the engine, the checks, each difference and the remedy")
    func conformanceError() {
        func check(_ name: String, _ differences: [ConformanceDifference]) -> ConformanceReport.Check {
            ConformanceReport.Check(
                area: .items, name: name, compared: 6, refused: 1, differences: differences)
        }
        let report = ConformanceReport(
            engine: "Mine",
            checks: [
                check("ids", [ConformanceDifference(request: "books, ids a", expected: "[a]", found: "[]")]),
                check("projections", []),
            ])
        let error = #expect(throws: ConformanceError.self) { try report.check() }
        #expect(
            error?.description == """
                The engine Mine does not conform: 1 of 2 checks found differences. \
                Correct the engine, or refuse in `validate` what it cannot express.
                Mine: items: ids: 6 compared, 1 differences, 1 refused

                books, ids a
                expected: [a]
                found: []
                """)
        #expect(throws: Never.self) {
            try ConformanceReport(engine: "Mine", checks: [report.checks[1]]).check()
        }
    }
}
