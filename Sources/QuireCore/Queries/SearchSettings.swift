/// What a server may be asked to do although it takes long, and how it compares texts.
public struct SearchSettings: Sendable, Hashable {
    /// Lets the server search long values and lists (`searchSettings.enableSlowSearch`); `nil` leaves it to the
    /// engine's settings. An engine that needs no leave ignores it.
    public var enablesSlowSearch: Bool?
    /// Lets the server sort by any value (`sortSettings.enableSlowSort`).
    public var enablesSlowSort: Bool?
    /// The language whose order texts are sorted in, for example `en-EN` (`sortSettings.sortLocale`).
    public var sortLocale: String?

    public init(
        enablesSlowSearch: Bool? = nil, enablesSlowSort: Bool? = nil, sortLocale: String? = nil
    ) {
        self.enablesSlowSearch = enablesSlowSearch
        self.enablesSlowSort = enablesSlowSort
        self.sortLocale = sortLocale
    }
}
