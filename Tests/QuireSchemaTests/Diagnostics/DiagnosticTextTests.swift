import QuireSchema
import Testing

/// The exact output for each error: `Fixtures/Diagnostics` contains a schema and its expected text.
@Suite struct DiagnosticTextTests {
    static let fileNames = ["syntax", "shape", "name", "reference", "rule", "newcomer"]
    static let cases: [Fixtures.Case] = fileNames.flatMap { file in
        (try? Fixtures.cases("Diagnostics/\(file).txt")) ?? []
    }

    @Test("An error is printed exactly as in the fixture", arguments: cases)
    func text(_ fixture: Fixtures.Case) {
        let (schema, diagnostics) = read(fixture.schema)
        #expect(printed(diagnostics) == fixture.expected)
        #expect((schema == nil) == diagnostics.contains { $0.severity == .error })
    }

    @Test("Every fixture file is read and has cases", arguments: fileNames)
    func fixtureFiles(_ file: String) throws {
        #expect(try Fixtures.cases("Diagnostics/\(file).txt").count >= 5)
    }

    @Test("Every diagnostic code is in the expected text of some test")
    func everyCode() {
        var tested: Set<String> = []
        for text in Self.cases.map(\.expected) + FileDiagnosticTests.expected {
            for line in text.split(separator: "\n") where line.hasSuffix("]") {
                guard let start = line.lastIndex(of: "[") else { continue }
                tested.insert(String(line[line.index(after: start)...].dropLast()))
            }
        }
        // Swift names are planned by the generator, whose tests expect these.
        tested.formUnion(DiagnosticCode.ofSwiftNames.map(\.rawValue))
        #expect(Set(DiagnosticCode.allCases.map(\.rawValue)).subtracting(tested).sorted() == [])
        #expect(tested.subtracting(DiagnosticCode.allCases.map(\.rawValue)).sorted() == [])
    }

    @Test("Codes are unique words in kebab case")
    func codes() {
        for code in DiagnosticCode.allCases {
            #expect(code.rawValue.allSatisfy { $0 == "-" || $0.isASCII && ($0.isLowercase || $0.isNumber) })
        }
    }
}
