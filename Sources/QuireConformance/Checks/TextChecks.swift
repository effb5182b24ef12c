import QuireCore
import QuireEngine
import QuireText

/// Every engine with full text finds the same items: those that people would expect for these queries.
enum TextChecks {
    static let all = [
        ConformanceCheck(.text, "words, phrases and their combinations", over: TextCases.table, finds),
        ConformanceCheck(
            .text, "a search without a word finds everything", over: TextCases.table,
            needs: { engine, _ in engine.operations.contains(.less) }, everything),
        ConformanceCheck(.text, "a field's weight ranks matches", over: TextCases.weighted, weights),
    ]

    private static func finds(_ examination: Examination) async throws {
        let engine = examination.engine
        for sample in TextCases.all where !examination.isFull {
            var request = SearchRequest(module: TextCases.module)
            var search = TextSearch(sample.query)
            search.fields = sample.fields
            search.mode = sample.toleratesTypos ? nil : .asTyped
            request.text = search
            request.page = wholePage
            guard try await examination.supports(request) else { continue }
            let ids = try await engine.ids(request)
            examination.expect(ids.sorted(), equals: sample.ids.sorted(), for: "\(request)")
            // Sorted, and restricted by a filter.
            request.sort = [SortKey(.value("year"), .descending)]
            request.filter = .leaf(.init(.greater, "year", value: .integer(1865), type: .number))
            guard try await examination.supports(request) else { continue }
            let years = ["strasse", "kokoro", "worlds", "peace"]
            examination.expect(
                try await engine.ids(request), equals: years.filter(sample.ids.contains), for: "\(request)")
        }
    }

    private static func everything(_ examination: Examination) async throws {
        let engine = examination.engine
        var request = SearchRequest(module: TextCases.module)
        request.text = TextSearch(" … ")
        request.text?.emptyFindsAll = true
        request.filter = .leaf(.init(.less, "year", value: .integer(1900), type: .number))
        guard try await examination.supports(request) else { return }
        let page = try await engine.page(request)
        examination.expect(page.items.sorted(), equals: ["miserables", "peace", "worlds"], for: "\(request)")
        examination.expect(page.text?.ranking, equals: .relevance, for: "the ranking: \(request)")
        if engine.capabilities.countsTotal {
            examination.expect(page.pageInfo.totalItems, equals: 3, for: "the total: \(request)")
        }
    }

    private static func weights(_ examination: Examination) async throws {
        var request = SearchRequest(module: TextCases.module)
        request.text = TextSearch("needle")
        guard try await examination.supports(request) else { return }
        examination.expect(
            try await examination.engine.ids(request), equals: ["inTitle", "inBody"], for: "\(request)")
    }
}
