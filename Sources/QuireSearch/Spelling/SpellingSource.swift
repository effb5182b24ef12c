import Foundation
public import Quire

/// A source that says what may have been meant, where another one finds nothing.
///
/// ```swift
/// let source = EngineSource(content).didYouMean(from: store)
/// let session = SearchSession(Books.query(), source: source)
/// for await state in session.states { if let meant = state.didYouMean { show(meant) } }
/// ```
/// Each word of the text that stands nowhere is replaced by the nearest that does; the last one is right as long as any
/// word begins with it. The corrected text is offered only if the other source finds something with it, under the
/// same filters and refinements.
///
/// That takes up to five small searches. The answer itself does not wait for them: it is shown at once, as a
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
    private static var attempts: Int { 4 }

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
    /// - Parameter total: How many items the text itself finds; what is offered finds more.
    /// - Throws: The errors of both engines.
    public func suggestion<Module: ContentModule>(
        for draft: SearchDraft<Module>, finding total: Int = 0
    ) async throws -> SpellingSuggestion? {
        guard !draft.text.isEmpty else { return nil }
        var request = SpellingRequest(draft.text, in: Module.self)
        request.matching = draft.matching
        request.fields = draft.query.search(draft.text).request.text?.fields
        request.rareCount = fewest
        let misspellings = try await engine.misspellings(in: request)
        for correction in Correction.best(Self.attempts, of: draft.text, misspellings) {
            var corrected = draft
            corrected.text = correction.highlighted(asIn: []).text
            corrected.toleratesTypos = false
            corrected.query.request.facets = []
            corrected.query.request.include = []
            corrected.pageSize = 1
            corrected.firstPage = 1
            let answer = try await base.answer(SearchPage(corrected, number: 1)) { _ in }
            let found = answer.pageInfo.totalItems ?? answer.items.count
            guard found > total else { continue }
            let texts = answer.items.first.map(Self.texts) ?? []
            return SpellingSuggestion(
                correction.highlighted(asIn: texts), total: answer.pageInfo.totalItems)
        }
        return nil
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
