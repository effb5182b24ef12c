import QuireCore
import QuireHTTP

/// The settings of a PocketBase engine: whose collections it uses, and the limits of its calls.
public struct PocketBaseSettings: Sendable, Hashable {
    /// Who decides what the collections look like.
    public enum Collections: String, Sendable, Hashable, CaseIterable {
        /// The server's owner. A query is refused if the collection's own fields cannot express it exactly.
        case existing
        /// Quire: `prepare` creates them from the schema, with the fields that exact results need.
        case managed
    }

    /// Who decides what the collections look like.
    public var collections: Collections
    /// The time for one call, with all its attempts and waits.
    public var timeout: Duration
    public var retries: RetryPolicy
    /// The largest response, in bytes. `nil` uses the transport's limit.
    public var maximumResponseBytes: Int?
    /// The schema's locales (`ContentSchema.locales`), for requests that name a language.
    public var locales: [LocaleDescriptor]

    public init(
        collections: Collections = .existing, timeout: Duration = .seconds(30),
        retries: RetryPolicy = RetryPolicy(), maximumResponseBytes: Int? = nil,
        locales: [LocaleDescriptor] = []
    ) {
        self.collections = collections
        self.timeout = timeout
        self.retries = retries
        self.maximumResponseBytes = maximumResponseBytes
        self.locales = locales
    }
}
