import Foundation
import QuireCore
import QuireEngine
import QuireSync
import QuireToolbox

/// The texts of an app, kept in a module of keys and texts.
///
/// ```swift
/// let texts = Translations(
///     Labels.query(), key: \.key, text: \.text, locale: "en-US", from: ContentClient(engine: store), syncing: sync)
/// texts.text("cart.title")                        // now: the text, the loading text, or the default one
/// try await texts.loadedText("cart.title")        // once it is there
/// for await text in texts.updates(of: "cart.title") { label.text = text }
/// try await texts.setLocale("fr-FR")
/// ```
/// There is one load at a time: who asks for another meanwhile waits for it.
public final class Translations: Sendable {
    /// Where texts come from: a request, and the fields of its items.
    struct Source: Sendable {
        var request: SearchRequest
        var key: String
        var text: String
        var content: ContentClient
        var sync: ContentSync?

        /// Loads all texts of a language, by a sync where there is one, else by a search.
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

    /// What is given while the texts are loaded for the first time, or in another language.
    public let loadingText: String
    /// What is given where a key has no text, or nothing could be loaded; `nil` gives the key.
    public let defaultText: String?
    private let source: Source
    private let flights = SingleFlight<String?, TranslationTable>()
    private let state: TranslationState

    /// The texts of a module.
    ///
    /// - Parameters:
    ///   - query: Which items; `Labels.query()` for all.
    ///   - key: The field with the keys.
    ///   - text: The field with the texts.
    ///   - locale: The language; `nil` leaves it to the server.
    ///   - loadingText: The text that stands in until the texts are loaded.
    ///   - defaultText: The text for a key without one; `nil` gives the key.
    ///   - content: Where they are searched: the store where they are synced, else any engine.
    ///   - sync: Brings the module up to date before each search. Its store must be the engine of `content`.
    public convenience init<Module, Key: FieldReference, Text: FieldReference>(
        _ query: Query<Module>, key: KeyPath<Module.Fields, Key>, text: KeyPath<Module.Fields, Text>,
        locale: String? = nil, loadingText: String = "", defaultText: String? = nil,
        from content: ContentClient, syncing sync: ContentSync? = nil
    ) {
        self.init(
            Source(
                request: query.request, key: key.name, text: text.name, content: content, sync: sync),
            locale, loadingText: loadingText, defaultText: defaultText)
    }

    /// The texts of a module that is known by its wire name, as are its fields.
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

    /// The text of a key, as far as it is there now.
    public func text(_ key: String) -> String { text(key, state.snapshot) }

    /// The texts of several keys, as far as they are there now.
    public func texts(_ keys: [String]) -> [String: String] {
        let now = state.snapshot
        return Dictionary(keys.map { ($0, text($0, now)) }, uniquingKeysWith: { first, _ in first })
    }

    /// All texts that are there now, by their keys.
    public var all: [String: String] { state.snapshot.table?.texts ?? [:] }

    /// How many items lack the key or the text.
    public var skipped: Int { state.snapshot.table?.skipped ?? 0 }

    /// The language that texts are in, or are loaded in.
    public var locale: String? { state.snapshot.locale }

    /// The text of a key, once the texts are there; they are loaded where that was not done.
    ///
    /// - Throws: The error of the load.
    public func loadedText(_ key: String) async throws -> String {
        if state.snapshot.table == nil { try await load() }
        return text(key)
    }

    /// The text of a key now, and again whenever it becomes another: the loading text first where the texts are not there,
    /// and the text when they are. They are loaded where that was not done.
    public func updates(of key: String) -> AsyncStream<String> {
        let updates = state.updates { [loadingText, defaultText] in
            Self.text(key, $0, loadingText, defaultText)
        }
        if !state.snapshot.isLoading, state.snapshot.table == nil {
            // How it ends, the stream tells: by the text, or by the default one.
            Task { try? await self.load() }
        }
        return updates
    }

    private func text(_ key: String, _ now: TranslationState.Snapshot) -> String {
        Self.text(key, now, loadingText, defaultText)
    }

    private static func text(
        _ key: String, _ now: TranslationState.Snapshot, _ loadingText: String, _ defaultText: String?
    ) -> String {
        if let text = now.table?.texts[key] { return text }
        if now.table == nil, now.error == nil { return loadingText }
        return defaultText ?? key
    }

    // MARK: - Loading

    /// Loads the texts, or brings them up to date; what is there meanwhile stays.
    ///
    /// - Throws: The errors of the sync or the search; the texts are then as they were.
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

    /// The error of the last load, where it failed.
    public var loadError: (any Error)? { state.snapshot.error }

    /// Changes the language, and loads its texts. Until they are there, the loading text is given.
    public func setLocale(_ locale: String?) async throws {
        state.reset(locale: locale)
        try await load()
    }

    /// Forgets the texts, and removes the module's content where it is synced.
    public func clear() async throws {
        state.reset(locale: state.snapshot.locale)
        try await source.sync?.clear(source.request.module.name)
        // A load that ended meanwhile is forgotten as well.
        state.reset(locale: state.snapshot.locale)
    }
}
