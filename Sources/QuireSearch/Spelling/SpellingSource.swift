import Foundation
import QuireCore
import QuireEngine
import QuireText

/// A source that suggests corrections if another source finds nothing, or only with eased words.
///
/// ```swift
/// let source = EngineSource(content).didYouMean(from: store)
/// let session = SearchSession(Books.query(), source: source)
/// for await state in session.states { if let meant = state.didYouMean { show(meant) } }
/// ```
/// Each word that the content does not contain is replaced by the nearest known word. The last word is correct if any
/// known word starts with it. Several corrected texts are searched for with the same filters and refinements. Among
/// those that find more, the one with the fewest changed letters is suggested. Ties are resolved by the number of
/// results, then by the frequency of the words. "hary potter" therefore leads to "harry potter", although "mary" is
/// more frequent.
///
/// A search that tolerates typos shows results with eased words (`TextSearchInfo.level`), and the suggestion beside them:
/// choosing it shows the results of the corrected text alone. A text that finds one to three items may be misspelled
/// too; a correction is then suggested if it finds ten times as many.
///
/// This takes up to nine small searches, eight of them at once. The response does not wait for them: it is shown at
/// once as a preliminary one, and again when the suggestion is known.
public struct SpellingSource<Base: SearchSource>: SearchSource {
    /// The wrapped source.
    public let base: Base
    /// The engine with the vocabulary. It should contain the content that the source searches.
    public let engine: any SpellingEngine
    /// The largest total for which a correction is suggested.
    public let fewest: Int
    private let onFailure: (@Sendable (any Error) -> Void)?

    /// So many items may be found by chance. A correction has to find `muchMore` times as many.
    private static var fewBeside: Int { 3 }
    private static var muchMore: Int { 10 }

    /// The number of corrected texts to try.
    private static var attempts: Int { 8 }

    init(
        _ base: Base, _ engine: any SpellingEngine, fewest: Int,
        onFailure: (@Sendable (any Error) -> Void)?
    ) {
        self.base = base
        self.engine = engine
        self.fewest = fewest
        self.onFailure = onFailure
    }

    public func response<Module: ContentModule>(
        _ page: SearchPage<Module>, preliminary: @Sendable (DraftResponse<Module>) async -> Void
    ) async throws -> DraftResponse<Module> {
        let response = try await base.response(page, preliminary: preliminary)
        return try await completing(response, to: page, preliminary: preliminary)
    }

    /// Adds a suggestion to a response if it needs one.
    package func completing<Module: ContentModule>(
        _ response: DraftResponse<Module>, to page: SearchPage<Module>,
        preliminary: @Sendable (DraftResponse<Module>) async -> Void
    ) async throws -> DraftResponse<Module> {
        var result = response
        guard page.counts, result.didYouMean == nil else { return result }
        // Items that only share some words do not show that the text is spelled right.
        var total = result.text?.exactItems ?? result.pageInfo.totalItems ?? result.items.count
        // With eased words, the text itself found nothing.
        if let level = result.text?.level, level != .words { total = 0 }
        let most = page.draft.toleratesTypos ? max(fewest, Self.fewBeside) : fewest
        guard total <= most, !page.draft.text.allSatisfy(\.isWhitespace) else { return result }
        await preliminary(result)
        do {
            result.didYouMean = try await suggestion(for: page.draft, finding: total)
        } catch let error as CancellationError {
            throw error
        } catch {
            // The response is valid without a suggestion.
            onFailure?(error)
        }
        return result
    }

    /// Returns a correction for the text of a draft, or `nil` if the text has no errors, or if no better one is known.
    ///
    /// - Parameters:
    ///   - draft: The draft whose text is checked.
    ///   - total: The number of items that the text finds. A correction must find more.
    /// - Throws: The errors of both engines.
    public func suggestion<Module: ContentModule>(
        for draft: SearchDraft<Module>, finding total: Int = 0
    ) async throws -> SpellingSuggestion? {
        guard !draft.text.isEmpty else { return nil }
        var request = SpellingRequest(draft.text, in: Module.self)
        request.matching = draft.matching
        request.fields = draft.query.search(draft.text).request.text?.fields
        request.rareCount = max(fewest, total)
        request.limit = Self.attempts
        let misspellings = try await engine.misspellings(in: request)
        let corrections = Correction.best(Self.attempts, of: draft.text, misspellings)
        let results = try await responses(to: corrections, in: draft)
        var best: (correction: Correction, response: DraftResponse<Module>, itemCount: Int)?
        for (correction, response) in zip(corrections, results) {
            let itemCount = response.pageInfo.totalItems ?? response.items.count
            guard itemCount > (total > fewest ? total * Self.muchMore - 1 : total) else { continue }
            if let best {
                // Fewer changed letters, then more items, then more frequent words.
                let new = (correction.distance, -itemCount, -correction.count)
                guard new < (best.correction.distance, -best.itemCount, -best.correction.count) else {
                    continue
                }
            }
            best = (correction, response, itemCount)
        }
        return best.map { best in
            let texts = best.response.items.first.map(Self.texts) ?? []
            return SpellingSuggestion(
                best.correction.highlighted(asIn: texts), total: best.response.pageInfo.totalItems)
        }
    }

    /// The results of each corrected text.
    private func responses<Module: ContentModule>(
        to corrections: [Correction], in draft: SearchDraft<Module>
    ) async throws -> [DraftResponse<Module>] {
        try await withThrowingTaskGroup(of: (Int, DraftResponse<Module>).self) { group in
            for (index, correction) in corrections.enumerated() {
                var corrected = draft
                corrected.text = correction.highlighted(asIn: []).text
                corrected.toleratesTypos = false
                corrected.query.request.facets = []
                corrected.query.request.include = []
                corrected.pageSize = 1
                corrected.firstPage = 1
                let page = SearchPage(corrected, number: 1)
                group.addTask { (index, try await base.response(page) { _ in }) }
            }
            var results: [(Int, DraftResponse<Module>)] = []
            for try await response in group { results.append(response) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// The searchable texts of an item.
    private static func texts<Module: ContentModule>(of item: Content<Module>) -> [String] {
        var json = JSONWriter()
        item.write(to: &json)
        let values = (try? JSONValue(parsing: Data(json.bytes)))?["values"]
        return Module.descriptor.searchableFields.compactMap {
            SearchableText.text(of: values?[$0.name], kind: $0.kind)
        }
    }
}

extension SearchSource {
    /// Suggests corrections if this source finds nothing, or only with eased words: `DraftResponse.didYouMean`.
    ///
    /// - Parameters:
    ///   - engine: The engine with the vocabulary, for example a `Store`.
    ///   - fewest: The largest number of results for which a correction is suggested. Above 0, words that are this rare
    ///     count as misspellings if more frequent similar words exist.
    ///   - onFailure: Receives errors of the spelling engine. They do not fail the response.
    public func didYouMean(
        from engine: any SpellingEngine, whenAtMost fewest: Int = 0,
        onFailure: (@Sendable (any Error) -> Void)? = nil
    ) -> SpellingSource<Self> {
        SpellingSource(self, engine, fewest: max(0, fewest), onFailure: onFailure)
    }
}
