import Foundation
import QuireCore
import QuireEngine
import QuireText

/// A source that says what may have been meant, where another one finds nothing.
///
/// ```swift
/// let source = EngineSource(content).didYouMean(from: store)
/// let session = SearchSession(Books.query(), source: source)
/// for await state in session.states { if let meant = state.didYouMean { show(meant) } }
/// ```
/// Each word of the text that stands nowhere is replaced by the nearest that does; the last one is right as long as any
/// word begins with it. Several corrected texts are searched for, under the same filters and refinements, and compared:
/// of those that find more, the one that differs by the fewest letters is offered; among equals the one that finds the
/// most, then the one with the most frequent words. So "hary potter" leads to "harry potter", although "mary" is the more
/// frequent word.
///
/// That takes up to nine small searches, eight of them at once. The answer itself does not wait for them: it is shown at once, as a
/// preliminary one, and again when it is known what may have been meant.
public struct SpellingSource<Base: SearchSource>: SearchSource {
    /// What answers.
    public let base: Base
    /// What knows the words; it should hold what the other one searches.
    public let engine: any SpellingEngine
    /// The largest total for which something else is offered.
    public let fewest: Int
    private let onFailure: (@Sendable (any Error) -> Void)?

    /// So many corrected texts are tried.
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

    public func answer<Module: ContentModule>(
        _ page: SearchPage<Module>, preliminary: @Sendable (SearchAnswer<Module>) async -> Void
    ) async throws -> SearchAnswer<Module> {
        var answer = try await base.answer(page, preliminary: preliminary)
        guard page.counts, answer.didYouMean == nil else { return answer }
        let total = answer.pageInfo.totalItems ?? answer.items.count
        guard total <= fewest, !page.draft.text.allSatisfy(\.isWhitespace) else { return answer }
        await preliminary(answer)
        do {
            answer.didYouMean = try await suggestion(for: page.draft, finding: total)
        } catch let error as CancellationError {
            throw error
        } catch {
            // The answer is none the worse for it.
            onFailure?(error)
        }
        return answer
    }

    /// What may have been meant by the text of a draft; `nil` where nothing is wrong with it, or nothing better known.
    ///
    /// - Parameters:
    ///   - draft: The draft whose text is checked.
    ///   - total: How many items the text itself finds; what is offered finds more.
    /// - Throws: The errors of both engines.
    public func suggestion<Module: ContentModule>(
        for draft: SearchDraft<Module>, finding total: Int = 0
    ) async throws -> SpellingSuggestion? {
        guard !draft.text.isEmpty else { return nil }
        var request = SpellingRequest(draft.text, in: Module.self)
        request.matching = draft.matching
        request.fields = draft.query.search(draft.text).request.text?.fields
        request.rareCount = fewest
        request.limit = Self.attempts
        let misspellings = try await engine.misspellings(in: request)
        let corrections = Correction.best(Self.attempts, of: draft.text, misspellings)
        let answers = try await answers(to: corrections, in: draft)
        var best: (correction: Correction, answer: SearchAnswer<Module>, found: Int)?
        for (correction, answer) in zip(corrections, answers) {
            let found = answer.pageInfo.totalItems ?? answer.items.count
            guard found > total else { continue }
            if let best {
                // Fewer letters first, then more items, then more frequent words.
                let new = (correction.distance, -found, -correction.count)
                guard new < (best.correction.distance, -best.found, -best.correction.count) else { continue }
            }
            best = (correction, answer, found)
        }
        return best.map { best in
            let texts = best.answer.items.first.map(Self.texts) ?? []
            return SpellingSuggestion(
                best.correction.highlighted(asIn: texts), total: best.answer.pageInfo.totalItems)
        }
    }

    /// What each corrected text finds.
    private func answers<Module: ContentModule>(
        to corrections: [Correction], in draft: SearchDraft<Module>
    ) async throws -> [SearchAnswer<Module>] {
        try await withThrowingTaskGroup(of: (Int, SearchAnswer<Module>).self) { group in
            for (index, correction) in corrections.enumerated() {
                var corrected = draft
                corrected.text = correction.highlighted(asIn: []).text
                corrected.toleratesTypos = false
                corrected.query.request.facets = []
                corrected.query.request.include = []
                corrected.pageSize = 1
                corrected.firstPage = 1
                let page = SearchPage(corrected, number: 1)
                group.addTask { (index, try await base.answer(page) { _ in }) }
            }
            var answers: [(Int, SearchAnswer<Module>)] = []
            for try await answer in group { answers.append(answer) }
            return answers.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// The texts of an item that are searched.
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
    /// Offers another text where this source finds nothing: `SearchAnswer.didYouMean`.
    ///
    /// - Parameters:
    ///   - engine: What knows the words: a `Store`, for example.
    ///   - fewest: Up to how many items found something else is offered. Above 0, words that stand so rarely are taken
    ///     for mistakes, where others near to them stand more often.
    ///   - onFailure: Takes the errors of looking words up; the answer itself does not fail by them.
    public func didYouMean(
        from engine: any SpellingEngine, whenAtMost fewest: Int = 0,
        onFailure: (@Sendable (any Error) -> Void)? = nil
    ) -> SpellingSource<Self> {
        SpellingSource(self, engine, fewest: max(0, fewest), onFailure: onFailure)
    }
}
