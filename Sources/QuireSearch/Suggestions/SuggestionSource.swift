import Foundation
import QuireCore
import QuireEngine
import QuireSync
import QuireText
import QuireToolbox

/// A source of suggestions.
///
/// ```swift
/// let suggestions = SearchSuggestions(
///     .history(history),
///     .queries(Queries.query().sort(by: \.popularity, .descending), \.text, on: engine),
///     .content(Books.query(), \.title, on: engine))
/// ```
public struct SuggestionSource: Sendable {
    /// The parameters that a list of suggestions passes to its sources.
    struct Asking: Sendable {
        var limit: Int
        var pacing: SearchPacing
        var clock: any Clock<Duration>
    }

    let origin: Suggestion.Origin
    /// The maximum number of suggestions. `nil` means no limit of its own.
    let limit: Int?
    let open: @Sendable (Asking) -> any SuggestionFeed

    /// Suggests earlier searches, without a network. For a blank text, the latest searches.
    public static func history(_ history: SearchHistory, limit: Int? = 5) -> SuggestionSource {
        SuggestionSource(origin: .history, limit: limit) { _ in HistoryFeed(history: history) }
    }

    /// Suggests popular queries from a module of queries, in the order of the query, for example by popularity. For a
    /// blank text, the first ones.
    ///
    /// - Parameters:
    ///   - query: The query that finds the suggestions, in its order.
    ///   - field: The field with the text: a searchable field, or any text field if the engine has no full-text search.
    ///   - engine: The engine with the module.
    ///   - limit: The maximum number of its suggestions.
    public static func queries<Module: ContentModule, Field: FieldReference>(
        _ query: Query<Module>, _ field: KeyPath<Module.Fields, Field>, on engine: any ContentEngine,
        limit: Int? = nil
    ) -> SuggestionSource where Field.Value: FilterOperand, Field.Value.Unwrapped == String {
        queries(query, field, source: EngineSource(ContentClient(engine: engine)), limit: limit)
    }

    /// Suggests popular queries from a source: several engines, or a client.
    public static func queries<Module: ContentModule, Field: FieldReference>(
        _ query: Query<Module>, _ field: KeyPath<Module.Fields, Field>, source: any SearchSource,
        limit: Int? = nil
    ) -> SuggestionSource where Field.Value: FilterOperand, Field.Value.Unwrapped == String {
        items(query, field, from: source, origin: .queries, limit: limit, condition: nil)
    }

    /// Suggests content: titles, names, tags of items, best match first.
    ///
    /// - Parameters:
    ///   - query: The query that finds the items.
    ///   - field: The field with the texts: a searchable field, or any text field if the engine has no full-text
    ///     search. For a list, each element with the words is a suggestion.
    ///   - engine: The engine with the content.
    ///   - limit: The maximum number of its suggestions.
    public static func content<Module: ContentModule, Field: FieldReference>(
        _ query: Query<Module>, _ field: KeyPath<Module.Fields, Field>, on engine: any ContentEngine,
        limit: Int? = nil
    ) -> SuggestionSource where Field.Value: FilterOperand, Field.Value.Unwrapped == String {
        content(query, field, source: EngineSource(ContentClient(engine: engine)), limit: limit)
    }

    /// Suggests content from a source: several engines, or a client.
    public static func content<Module: ContentModule, Field: FieldReference>(
        _ query: Query<Module>, _ field: KeyPath<Module.Fields, Field>, source: any SearchSource,
        limit: Int? = nil
    ) -> SuggestionSource where Field.Value: FilterOperand, Field.Value.Unwrapped == String {
        items(query, field, from: source, origin: .content, limit: limit, condition: .hasText)
    }

    private static func items<Module: ContentModule, Field: FieldReference>(
        _ query: Query<Module>, _ field: KeyPath<Module.Fields, Field>, from source: any SearchSource,
        origin: Suggestion.Origin, limit: Int?, condition: SearchCondition<Module>?
    ) -> SuggestionSource where Field.Value: FilterOperand, Field.Value.Unwrapped == String {
        let name = field.fieldName
        var search = query.request.text ?? TextSearch("")
        search.fields = [name]
        var draft = SearchDraft(query.searching(search).skipTotal())
        draft.substringFields = [name]
        // A suggestion continues what was typed.
        draft.toleratesTypos = false
        return SuggestionSource(origin: origin, limit: limit) { [draft] asking in
            var draft = draft
            // Items may have equal texts. Request more than the list needs.
            draft.pageSize = min(100, max(1, min(limit ?? .max, asking.limit)) * 2)
            let options = SearchSession<Module>.Options(pacing: asking.pacing, condition: condition)
            let session = SearchSession(draft, source: source, options: options, clock: asking.clock)
            return SessionFeed(session: session) { texts(of: $0, name) }
        }
    }

    /// The texts in a field of an item.
    private static func texts<Module: ContentModule>(of item: Content<Module>, _ name: String) -> [String] {
        var json = JSONWriter()
        item.write(to: &json)
        switch (try? JSONValue(parsing: Data(json.bytes)))?["values"]?[name] {
        case .string(let text): return [text]
        case .array(let elements):
            return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
        default: return []
        }
    }
}
