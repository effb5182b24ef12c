import Foundation
import QuireCore
import QuireEngine
import QuireSync
import QuireToolbox

/// The translated texts of an app, stored in a module of keys and texts.
///
/// ```swift
/// let texts = Translations(
///     Labels.query(), key: \.key, text: \.text, locale: "en-US", from: ContentClient(engine: store), syncing: sync)
/// texts.text("cart.title")                        // now: the text, the loading text, or the default one
/// try await texts.loadedText("cart.title")        // once it is there
/// for await text in texts.updates(of: "cart.title") { label.text = text }
/// try await texts.setLocale("fr-FR")
/// ```
/// Only one load runs at a time. Other callers wait for it.
public final class Translations: Sendable {
    /// The source of the texts: a request, and the fields of its items.
    struct Source: Sendable {
        var request: SearchRequest
        var key: String
        var text: String
        var content: ContentClient
        var sync: ContentSync?

        /// Loads all texts of a language, by a sync if there is one, otherwise by a search.
        func table(_ locale: String?) async throws -> TranslationTable {
            let module = request.module.name
            var request = request
            request.fields = [key, text]
            request.page = .all
            if let sync {
                try await sync.sync(module, locale: locale)
            } else {
                request.locale = locale ?? content.locale
            }
            try request.check(for: content.engine.capabilities)
            return try TranslationTable(
                page: try await content.engine.searchData(request), key: key, text: text, locale: locale,
                module: module)
        }
    }

    /// The text to show while the texts are loaded for the first time, or in another language.
    public let loadingText: String
    /// The text for a key without a text, or if loading failed. `nil` returns the key.
    public let defaultText: String?
    private let source: Source
    private let flights = SingleFlight<String?, TranslationTable>()
    private let state: TranslationState

    /// Creates translations from the texts of a module.
    ///
    /// - Parameters:
    ///   - query: The items. `Labels.query()` selects all.
    ///   - key: The field with the keys.
    ///   - text: The field with the texts.
    ///   - locale: The language. `nil` leaves it to the server.
    ///   - loadingText: The text to show until the texts are loaded.
    ///   - defaultText: The text for a key without one. `nil` returns the key.
    ///   - content: The client for the searches: the store if the module is synced, otherwise any engine.
    ///   - sync: Syncs the module before each search. Its store must be the engine of `content`.
    public convenience init<Module, Key: FieldReference, Text: FieldReference>(
        _ query: Query<Module>, key: KeyPath<Module.Fields, Key>, text: KeyPath<Module.Fields, Text>,
        locale: String? = nil, loadingText: String = "", defaultText: String? = nil,
        from content: ContentClient, syncing sync: ContentSync? = nil
    ) {
        self.init(
            Source(
                request: query.request, key: key.fieldName, text: text.fieldName, content: content, sync: sync
            ),
            locale, loadingText: loadingText, defaultText: defaultText)
    }

    /// Creates translations from a module and fields that are known by their wire names.
    public convenience init(
        module: String, key: String, text: String, locale: String? = nil, loadingText: String = "",
        defaultText: String? = nil, from content: ContentClient, syncing sync: ContentSync? = nil
    ) {
        let descriptor = ModuleDescriptor(
            name: module,
            fields: [FieldDescriptor(name: key, kind: .text), FieldDescriptor(name: text, kind: .text)])
        self.init(
            Source(
                request: SearchRequest(module: descriptor), key: key, text: text, content: content,
                sync: sync),
            locale, loadingText: loadingText, defaultText: defaultText)
    }

    private init(_ source: Source, _ locale: String?, loadingText: String, defaultText: String?) {
        self.source = source
        self.loadingText = loadingText
        self.defaultText = defaultText
        state = TranslationState(locale: locale)
    }

    // MARK: - Texts

    /// Returns the currently available text of a key.
    public func text(_ key: String) -> String { text(key, state.snapshot) }

    /// Returns the currently available texts of several keys.
    public func texts(_ keys: [String]) -> [String: String] {
        let now = state.snapshot
        return Dictionary(keys.map { ($0, text($0, now)) }, uniquingKeysWith: { first, _ in first })
    }

    /// All currently available texts by key.
    public var all: [String: String] { state.snapshot.table?.texts ?? [:] }

    /// The number of items without a key or text.
    public var skipped: Int { state.snapshot.table?.skipped ?? 0 }

    /// The language of the texts, or of the load in progress.
    public var locale: String? { state.snapshot.locale }

    /// Returns the text of a key, after loading the texts if needed.
    ///
    /// - Throws: The error of the load.
    public func loadedText(_ key: String) async throws -> String {
        if state.snapshot.table == nil { try await load() }
        return text(key)
    }

    /// Returns a stream of the text of a key: the current text, and every change of it. Without texts, it starts with
    /// the loading text and loads them.
    public func updates(of key: String) -> AsyncStream<String> {
        let updates = state.updates { [loadingText, defaultText] in
            Self.text(key, $0, loadingText: loadingText, defaultText: defaultText)
        }
        if !state.snapshot.isLoading, state.snapshot.table == nil {
            // The stream reports the result: the text, or the default text.
            Task { try? await self.load() }
        }
        return updates
    }

    private func text(_ key: String, _ now: TranslationState.Snapshot) -> String {
        Self.text(key, now, loadingText: loadingText, defaultText: defaultText)
    }

    private static func text(
        _ key: String, _ now: TranslationState.Snapshot, loadingText: String, defaultText: String?
    ) -> String {
        if let text = now.table?.texts[key] { return text }
        if now.table == nil, now.error == nil { return loadingText }
        return defaultText ?? key
    }

    // MARK: - Loading

    /// Loads or updates the texts. Existing texts stay available meanwhile.
    ///
    /// - Throws: The errors of the sync or the search. The texts are then unchanged.
    public func load() async throws {
        let load = state.begin()
        do {
            let source = source
            let table = try await flights.run("", load.locale) { try await source.table(load.locale) }
            state.end(load, .success(table))
        } catch {
            state.end(load, .failure(error))
            throw error
        }
    }

    /// The error of the last load, if it failed.
    public var loadError: (any Error)? { state.snapshot.error }

    /// Changes the language and loads its texts. The loading text is shown until then.
    public func setLocale(_ locale: String?) async throws {
        state.reset(locale: locale)
        try await load()
    }

    /// Drops the texts, and removes the module's content if it is synced.
    public func clear() async throws {
        state.reset(locale: state.snapshot.locale)
        try await source.sync?.clear(source.request.module.name)
        // Discard a load that finished meanwhile, too.
        state.reset(locale: state.snapshot.locale)
    }
}
