/// Permissions for slow operations on the server, and how it compares texts.
public struct SearchSettings: Sendable, Hashable {
    /// Allows the server to search long values and lists (`searchSettings.enableSlowSearch`). `nil` uses the engine's
    /// settings. An engine that needs no permission ignores it.
    public var enablesSlowSearch: Bool?
    /// Allows the server to sort by any value (`sortSettings.enableSlowSort`).
    public var enablesSlowSort: Bool?
    /// The language whose sort order applies to texts, for example `en-EN` (`sortSettings.sortLocale`).
    public var sortLocale: String?

    public init(
        enablesSlowSearch: Bool? = nil, enablesSlowSort: Bool? = nil, sortLocale: String? = nil
    ) {
        self.enablesSlowSearch = enablesSlowSearch
        self.enablesSlowSort = enablesSlowSort
        self.sortLocale = sortLocale
    }
}
