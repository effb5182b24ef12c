import Foundation
import Quire
import QuireCluster
import QuireOpenSearch
import QuireRemote
import QuireTypesense

extension ClusterOption {
    /// The engine, authorized with the keys in the environment.
    func engine(_ environment: [String: String]) throws -> any InstanceLoading {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        // A cluster that is being filled may be slow.
        let settings = NodeSettings(timeout: .seconds(120))
        switch kind {
        case .typesense:
            guard let key = value("TYPESENSE_API_KEY") else {
                throw BookshopError(
                    "Typesense needs a key in the environment: TYPESENSE_API_KEY.")
            }
            return TypesenseEngine(
                nodes: nodes, apiKey: key, settings: TypesenseSettings(prefix: prefix, nodes: settings))
        case .opensearch:
            var credentials = OpenSearchCredentials.none
            if let key = value("OPENSEARCH_API_KEY") {
                credentials = .apiKey(key)
            } else if let user = value("OPENSEARCH_USER") {
                credentials = .basic(user: user, password: value("OPENSEARCH_PASSWORD") ?? "")
            }
            return OpenSearchEngine(
                nodes: nodes, credentials: credentials,
                settings: OpenSearchSettings(prefix: prefix, nodes: settings, replicas: 0))
        }
    }
}
