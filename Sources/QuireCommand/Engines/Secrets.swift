/// The credentials from the environment. They are never printed.
struct Secrets: Sendable {
    var typesenseKey: String?
    var openSearchUser: String?
    var openSearchPassword: String?
    var openSearchKey: String?
    var algoliaKey: String?
    var haloToken: String?
    var haloSecret: String?
    var pocketBaseToken: String?
    var pocketBaseEmail: String?
    var pocketBasePassword: String?
    var embeddingKey: String?

    /// The names of the variables, for help and errors.
    static let names = [
        "TYPESENSE_API_KEY", "OPENSEARCH_USER", "OPENSEARCH_PASSWORD", "OPENSEARCH_API_KEY",
        "ALGOLIA_API_KEY", "HALO_TOKEN", "HALO_CLIENT_SECRET",
        "POCKETBASE_TOKEN", "POCKETBASE_EMAIL", "POCKETBASE_PASSWORD", "EMBEDDING_API_KEY",
    ]

    init(_ environment: [String: String]) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        typesenseKey = value("TYPESENSE_API_KEY")
        openSearchUser = value("OPENSEARCH_USER")
        openSearchPassword = value("OPENSEARCH_PASSWORD")
        openSearchKey = value("OPENSEARCH_API_KEY")
        algoliaKey = value("ALGOLIA_API_KEY")
        haloToken = value("HALO_TOKEN")
        haloSecret = value("HALO_CLIENT_SECRET")
        pocketBaseToken = value("POCKETBASE_TOKEN")
        pocketBaseEmail = value("POCKETBASE_EMAIL")
        pocketBasePassword = value("POCKETBASE_PASSWORD")
        embeddingKey = value("EMBEDDING_API_KEY")
    }

    /// Whether something signs in to PocketBase.
    var hasPocketBase: Bool { pocketBaseToken != nil || pocketBaseEmail != nil }

    /// Why the variables for PocketBase cannot be used. `nil` if they can, or if there are none.
    var pocketBaseProblem: String? {
        if pocketBaseToken != nil { return nil }
        switch (pocketBaseEmail, pocketBasePassword) {
        case (_?, nil): return "POCKETBASE_EMAIL is set, but POCKETBASE_PASSWORD is not; set both"
        case (nil, _?): return "POCKETBASE_PASSWORD is set, but POCKETBASE_EMAIL is not; set both"
        default: return nil
        }
    }
}

extension Secrets: CustomStringConvertible, CustomReflectable {
    var description: String { "Secrets" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
