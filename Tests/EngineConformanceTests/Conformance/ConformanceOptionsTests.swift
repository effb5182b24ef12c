import Foundation
import Quire
import QuireTesting
import Synchronization
import Testing

@testable import QuireConformance

/// The suite for engines that hold less than the in-memory engine, or return less at once.
@Suite struct ConformanceOptionsTests {
    private static func conformance(
        _ options: ConformanceOptions, maximumPageSize: Int? = nil,
        refuses: @escaping @Sendable (SearchRequest) -> String? = { _ in nil },
        observing: @escaping @Sendable ([ConformanceDocuments]) -> Void = { _ in }
    ) -> EngineConformance {
        EngineConformance(options: options) { documents, test in
            observing(documents)
            let memory = InMemoryEngine()
            for table in documents { await memory.add(try table.items, to: table.module) }
            try await test(
                NarrowEngine(memory, cursors: true, maximumPageSize: maximumPageSize, refuses: refuses))
        }
    }

    private static func checks(_ names: String...) -> [ConformanceCheck] {
        ConformanceCheck.all.filter { names.contains($0.name) }
    }

    @Test("An engine with small pages is asked for no larger ones, and conforms")
    func smallPages() async throws {
        let largest = Mutex(0)
        let conformance = Self.conformance(
            ConformanceOptions(), maximumPageSize: 7,
            refuses: { request in
                if case .page(_, let size) = request.page { largest.withLock { $0 = max($0, size) } }
                return nil
            })
        let checks = Self.checks(
            ConformanceCheck.handwritten, "sort orders", "pagination of a page", "ids",
            "pages by number, offset and cursor cover the result")
        #expect(checks.count == 5)
        let report = try await conformance.run(checks: checks)
        #expect(report.isConforming, "\(report)")
        #expect(report.checks.allSatisfy { $0.refused <= 1 && $0.compared > 5 }, "\(report)")
        #expect(largest.withLock { $0 } <= 10)
    }

    @Test(
        "Without hostile values, documents have ordinary values only, and the results are those of these documents"
    )
    func plainDocuments() async throws {
        var options = ConformanceOptions()
        options.holdsHostileValues = false
        options.trees = 60
        let lines = Mutex<[String]>([])
        let conformance = Self.conformance(
            options,
            observing: { documents in
                let samples = documents.filter { $0.module.name == "samples" }.flatMap(\.lines)
                lines.withLock { $0 += samples }
            })
        let report = try await conformance.run(checks: Self.checks("random filters", "sort orders"))
        #expect(report.isConforming, "\(report)")
        #expect(report.checks.allSatisfy { $0.compared > 30 }, "\(report)")
        let texts = lines.withLock { $0 }.compactMap { parse($0)["values"] }.flatMap(Self.texts)
        #expect(texts.count > 100)
        let isOrdinary = { (text: String) in
            !text.isEmpty && text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x27 && $0 != 0x22 }
        }
        #expect(texts.filter { !isOrdinary($0) } == [])
        let all = try await conformance.run([.hostileValues])
        #expect(all.checks.isEmpty)
    }

    private static func texts(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(texts)
        case .object(let members): members.flatMap { texts($0.value) }
        default: []
        }
    }

    @Test("A check names the commonest refusal with its count and an example")
    func commonestRefusal() async throws {
        let conformance = Self.conformance(
            ConformanceOptions(),
            refuses: { request in
                switch request.filter {
                case .leaf(let leaf)? where leaf.property == "tags": "a list of texts"
                default: nil
                }
            })
        let report = try await conformance.run(checks: Self.checks(ConformanceCheck.handwritten))
        let check = try #require(report.checks.first)
        let refusal = try #require(check.commonestRefusal)
        #expect(refusal.count == check.refused && refusal.count > 3)
        #expect(refusal.reason == "use another engine")
        #expect(refusal.example.hasPrefix("a list of texts in "))
        #expect(
            check.description.contains(
                "\(check.refused) refused, most often (\(refusal.count) times): use another engine. Example: "
            ))
    }
}
