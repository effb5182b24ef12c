import QuireSchemaDiff
import Seeds
import Testing

/// The verdicts of single changes, compared with what the compiler, the decoder, the store and the engines do.
@Suite("The verdicts of single changes")
struct JudgedChangeTests {
    private static func pair() throws -> SchemaPair {
        try SchemaPair(
            ChangeCase.schema(ChangeCase.all, \.before), ChangeCase.schema(ChangeCase.all, \.after))
    }

    @Test("Each change is found as its kind, and nothing else is found")
    func kinds() throws {
        let pair = try Self.pair()
        for (index, change) in ChangeCase.all.enumerated() {
            let found = pair.changes(of: "case \(index)")
            #expect(Set(found.map(\.kind)) == change.kinds, "\(change): \(found)")
        }
        let known = Set(ChangeCase.all.indices.flatMap { pair.changes(of: "case \($0)") })
        #expect(pair.diff.changes.allSatisfy(known.contains))
    }

    @Test("Code for the old schema fails to compile exactly after a change that breaks the source")
    func source() throws {
        let pair = try Self.pair()
        let errors = try SourceJudge().errors(pair)
        for (index, change) in ChangeCase.all.enumerated() {
            let name = "case \(index)"
            let isBroken = errors[name] != nil
            #expect(
                isBroken == (pair.severity(of: name, for: .source) == .breaking),
                "\(change): \(errors[name] ?? []) \(pair.changes(of: name))")
        }
    }

    @Test(
        "Apps with both schemas read each other's items after a safe change, and lose some after a breaking one"
    )
    func wire() throws {
        let pair = try Self.pair()
        for (index, change) in ChangeCase.all.enumerated() {
            let name = "case \(index)"
            guard let modules = pair.modules.first(where: { $0.old.name == name }) else { continue }
            let problems = WireJudge().problems(pair, modules.old, modules.new, seed: Seed.current)
            switch pair.severity(of: name, for: .wire) {
            case .safe: #expect(problems.isEmpty, "\(change), seed \(Seed.current): \(problems.prefix(3))")
            case .risky: break
            case .breaking: #expect(!problems.isEmpty, "\(change), seed \(Seed.current)")
            }
        }
    }

    #if SQLite
    @Test("A store keeps every value after a safe change, and items lose one after a breaking change")
    func stored() async throws {
        let pair = try Self.pair()
        let problems = try await StoredJudge().problems(pair, seed: Seed.current)
        for (index, change) in ChangeCase.all.enumerated() {
            let name = "case \(index)"
            let found = problems[name] ?? []
            switch pair.severity(of: name, for: .stored) {
            case .safe: #expect(found.isEmpty, "\(change), seed \(Seed.current): \(found.prefix(3))")
            case .risky: break
            case .breaking: #expect(!found.isEmpty, "\(change), seed \(Seed.current)")
            }
        }
    }
    #endif

    @Test("Collections are rebuilt exactly after a change with a verdict on the index")
    func index() throws {
        let pair = try Self.pair()
        for (index, change) in ChangeCase.all.enumerated() {
            let name = "case \(index)"
            let engines = try IndexJudge().rebuilds(pair, name)
            #expect(
                engines.isEmpty == (pair.severity(of: name, for: .index) == .safe),
                "\(change): \(engines) \(pair.changes(of: name))")
        }
    }
}
