import Foundation
import QuireSchemaDiff
import Seeds
import Testing

/// The verdicts of random edits of random schemas, compared with what the compiler, the decoder, the store and the
/// engines do.
///
/// `QUIRE_PAIRS=5000` judges that many pairs of schemas by each judge.
@Suite("The verdicts of random edits")
struct RandomEditTests {
    private static func seeds(_ count: UInt64) -> Range<UInt64> {
        let first = Seed.current &* 1_000
        let wanted = UInt64(ProcessInfo.processInfo.environment["QUIRE_PAIRS"] ?? "")
        return first..<first + (wanted ?? count)
    }

    /// The number of pairs that one run of the compiler judges.
    private static let batch: UInt64 = 40

    @Test("Code for the old schema fails to compile exactly after random edits that break the source")
    func source() throws {
        let seeds = Self.seeds(Self.batch)
        var broken = 0
        for first in stride(from: seeds.lowerBound, to: seeds.upperBound, by: Int(Self.batch)) {
            let pair = try RandomSchema.pair(seeds: first..<min(first + Self.batch, seeds.upperBound))
            let errors = try SourceJudge().errors(pair)
            for name in pair.old.modules.map(\.name) + pair.old.enumerations.map(\.name) {
                if errors[name] != nil { broken += 1 }
                #expect(
                    (errors[name] != nil) == (pair.severity(of: name, for: .source) == .breaking),
                    "\(name) after seed \(first): \(errors[name] ?? []) \(pair.changes(of: name))")
            }
        }
        #expect(broken > seeds.count / 4)
    }

    @Test("No item is rejected or changed on the wire after edits that are safe for it")
    func wire() throws {
        var judged = 0
        for seed in Self.seeds(400) {
            let pair = try RandomSchema.pair(seed: seed)
            // A change of the enumeration affects every module.
            let shared = pair.severity(of: "enum e", for: .wire)
            for (old, new) in pair.modules where max(shared, pair.severity(of: old.name, for: .wire)) == .safe
            {
                judged += 1
                let problems = WireJudge(items: 20).problems(pair, old, new, seed: seed)
                #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(2)) \(pair.diff.changes)")
            }
        }
        #expect(judged > 400)
    }

    #if SQLite
    @Test("No stored item is rejected or changed after edits that are safe for it")
    func stored() async throws {
        var judged = 0
        for seed in Self.seeds(120) {
            let pair = try RandomSchema.pair(seed: seed)
            let problems = try await StoredJudge(items: 12).problems(pair, seed: seed)
            let shared = pair.severity(of: "enum e", for: .stored)
            for (old, _) in pair.modules where max(shared, pair.severity(of: old.name, for: .stored)) == .safe
            {
                judged += 1
                let found = problems[old.name] ?? []
                #expect(found.isEmpty, "seed \(seed): \(found.prefix(2)) \(pair.diff.changes)")
            }
        }
        #expect(judged > 120)
    }
    #endif

    @Test("Collections differ exactly after edits with a verdict on the index")
    func index() throws {
        for seed in Self.seeds(400) {
            let pair = try RandomSchema.pair(seed: seed)
            for (old, _) in pair.modules {
                let engines = try IndexJudge().rebuilds(pair, old.name)
                #expect(
                    engines.isEmpty == (pair.severity(of: old.name, for: .index) == .safe),
                    "seed \(seed): \(engines) \(pair.changes(of: old.name))")
            }
        }
    }

    @Test("A schema does not differ from itself, and the same two schemas always have the same changes")
    func deterministic() throws {
        for seed in Self.seeds(200) {
            let pair = try RandomSchema.pair(seed: seed)
            #expect(
                try SchemaPair(RandomSchema(seed: seed).text, RandomSchema(seed: seed).text).diff.changes
                    .isEmpty)
            let again = SchemaDiff(from: try ComparedSchema(pair.old), to: try ComparedSchema(pair.new))
            #expect(again == pair.diff, "seed \(seed)")
            let back = SchemaDiff(from: try ComparedSchema(pair.new), to: try ComparedSchema(pair.old))
            #expect(back.changes.isEmpty == pair.diff.changes.isEmpty, "seed \(seed)")
        }
    }
}
