import Foundation
import QuireAlgolia
import QuireCluster
import QuireCore
import QuireEngine
import QuireHALO
import QuireHTTP
import QuireOpenSearch
import QuirePocketBase
import QuireRemote
import QuireStore
import QuireTypesense

/// An engine that cannot be opened, and the remedy.
struct OpeningFailure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }

    static let noStore = OpeningFailure(
        "this build has no store; build it with the trait SQLite, which is on by default")
}

extension EngineOptions {
    /// The cluster, or `nil` if the engine is not a cluster.
    func cluster() -> (any InstanceLoading & SearchCluster)? {
        // A load must survive the election of a leader.
        let patience = min(timeout, .seconds(60))
        let settings = NodeSettings(timeout: timeout, writePatience: patience)
        switch kind {
        case .typesense:
            return TypesenseEngine(
                nodes: nodes, apiKey: secrets.typesenseKey ?? "",
                settings: TypesenseSettings(
                    prefix: prefix ?? "", nodes: settings, collections: collectionNames))
        case .opensearch:
            var credentials = OpenSearchCredentials.none
            if let key = secrets.openSearchKey {
                credentials = .apiKey(key)
            } else if let user = secrets.openSearchUser {
                credentials = .basic(user: user, password: secrets.openSearchPassword ?? "")
            }
            return OpenSearchEngine(
                nodes: nodes, credentials: credentials,
                settings: OpenSearchSettings(
                    prefix: prefix ?? "", nodes: settings, collections: collectionNames))
        case .algolia:
            return AlgoliaEngine(
                applicationID: applicationID ?? "", apiKey: secrets.algoliaKey ?? "",
                settings: AlgoliaSettings(
                    prefix: prefix ?? "",
                    hosts: nodes.isEmpty ? nil : AlgoliaHosts(reads: nodes, writes: nodes), timeout: timeout))
        case .store, .halo, .pocketbase: return nil
        }
    }

    /// The engine to load into, or `nil` if it is a store, or cannot be loaded into.
    func loader() async throws -> (any InstanceLoading)? {
        kind == .pocketbase ? try await pocketBase(.managed) : cluster()
    }

    /// The PocketBase server, with its superuser signed in if the environment has one.
    func pocketBase(_ collections: Collections) async throws -> PocketBaseEngine {
        guard let url = nodes.first else { throw OpeningFailure("no server was given") }
        var authorization: (any AuthorizationProvider)?
        if let token = secrets.pocketBaseToken {
            authorization = BearerToken(token)
        } else if let email = secrets.pocketBaseEmail, let password = secrets.pocketBasePassword {
            let signIn = PocketBaseAuthorization(baseURL: url)
            try await signIn.signIn(.password(email, password), to: PocketBaseAuthorization.superusers)
            authorization = signIn
        }
        let engine = PocketBaseEngine(
            baseURL: url, authorization: authorization,
            settings: PocketBaseSettings(
                collections: collections == .managed ? .managed : .existing, timeout: timeout))
        if secrets.pocketBaseToken != nil { try await Self.confirmToken(of: engine, at: url) }
        return engine
    }

    /// Asks the server whether it accepts the token. With one that is expired or revoked, it would respond as to a guest: with
    /// fewer items, and without an error.
    private static func confirmToken(of engine: PocketBaseEngine, at url: URL) async throws {
        let rejected = OpeningFailure(
            "\(url.absoluteString) does not accept the token in POCKETBASE_TOKEN: it expired, was revoked, or is of another "
                + "server. Sign in again for a new one, or unset POCKETBASE_TOKEN to query as a guest.")
        do {
            try await engine.withCheckedAccess {}
        } catch let error as PocketBaseError where [401, 403, 404].contains(error.status) {
            throw rejected
        } catch let error as PocketBaseAuthorizationError where error.kind == .signInEnded {
            throw rejected
        }
    }

    /// The embedder with the model of the first module that has an embedding; `nil` if no address was given.
    func embedder(_ modules: [ModuleDescriptor]) -> (any Embedder)? {
        guard let embedder, let model = modules.lazy.compactMap(\.embedding).first?.model else { return nil }
        return HTTPEmbedder(embedder, model: model, apiKey: secrets.embeddingKey)
    }

    /// The engine for reading, and a closure to close it.
    func engine(
        modules: [ModuleDescriptor]
    ) async throws -> (engine: any ContentEngine, close: @Sendable () async -> Void) {
        switch kind {
        case .store:
            #if SQLite
            var options = StoreOptions()
            options.isReadOnly = true
            options.embedder = embedder(modules)
            let store = try await Store(.file(store ?? ""), modules: modules, options: options)
            return (store, { await store.close() })
            #else
            throw OpeningFailure.noStore
            #endif
        case .halo:
            guard let url = nodes.first else { throw OpeningFailure("no server was given") }
            if let clientID, let secret = secrets.haloSecret {
                return (
                    HALOEngine(
                        baseURL: url, credentials: .app(id: clientID, secret: secret),
                        settings: HALOEngine.Settings(timeout: timeout)), {}
                )
            }
            let authorization = secrets.haloToken.map { BearerToken($0) }
            return (
                HALOEngine(
                    baseURL: url, authorization: authorization,
                    settings: HALOEngine.Settings(timeout: timeout)), {}
            )
        case .pocketbase: return (try await pocketBase(collections ?? .existing), {})
        case .typesense, .opensearch, .algolia:
            guard let cluster = cluster() else { throw OpeningFailure("no cluster was given") }
            return (cluster, {})
        }
    }

    /// The cluster's nodes, or the server, in a canonical order, and the prefix. Two loads into the same collection have the same
    /// address.
    var address: String {
        (applicationID.map { "\($0) " } ?? "")
            + nodes.map(\.absoluteString).sorted().joined(separator: ",") + " " + (prefix ?? "")
    }
}
