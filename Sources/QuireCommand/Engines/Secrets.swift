/// The credentials from the environment. They are never printed.
struct Secrets: Sendable {
    var typesenseKey: String?
    var openSearchUser: String?
    var openSearchPassword: String?
    var openSearchKey: String?
    var algoliaKey: String?
    var haloToken: String?
    var haloSecret: String?

    /// The names of the variables, for help and errors.
    static let names = [
        "TYPESENSE_API_KEY", "OPENSEARCH_USER", "OPENSEARCH_PASSWORD", "OPENSEARCH_API_KEY",
        "ALGOLIA_API_KEY", "HALO_TOKEN", "HALO_CLIENT_SECRET",
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
    }
}

extension Secrets: CustomStringConvertible, CustomReflectable {
    var description: String { "Secrets" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
