import BookshopContent
import Foundation
import Quire
import QuireCluster
import QuireHALO
import QuireHTTP
import QuireOpenSearch
import QuirePocketBase
import QuireRemote
import QuireShared
import QuireStore
import QuireTerminal
import QuireTypesense

/// Opens the engine that the options name.
struct Opening: Sendable {
    let environment: [String: String]
    let output: Output
    let errors: Output

    /// A session on a HALO server, or on a store, a cluster or PocketBase, which is filled first if needed.
    func session(_ options: CommonOptions) async throws -> Session {
        let halo = try HALOEngine(
            baseURL: address(options.url ?? "https://halo.example"),
            authorization: environment["HALO_TOKEN"].map { BearerToken($0) })
        let request = (title: "HALO request", engine: halo as any ContentEngine)
        if options.url != nil { return session(on: halo, options, [request]) }
        #if SQLite
        var remote: (any InstanceLoading)? = try options.cluster?.engine(environment)
        if let option = options.pocketBase { remote = try await option.engine(environment) }
        if let engine = remote {
            try await fill(engine, options)
            let title = "\(engine.capabilities.name) request"
            var session = session(on: engine, options, [(title: title, engine: engine), request])
            // More items than any shop here has.
            session.fallback = .clientSide(maxScanned: 100_000)
            return session
        }
        let store = try await openStore(options)
        return session(on: store, options, [(title: "SQL", engine: store), request])
        #else
        throw BookshopError(
            "This bookshop was built without the embedded store. Ask a server instead: --url URL.")
        #endif
    }

    private func session(
        on engine: any ContentEngine, _ options: CommonOptions,
        _ engines: [(title: String, engine: any ContentEngine)]
    ) -> Session {
        Session(
            content: ContentClient(engine: engine), output: output, errors: errors,
            explainer: options.explains ? Explainer(engines: engines) : nil)
    }

    private func address(_ text: String) throws -> URL {
        guard let url = URL(string: text), url.host != nil else {
            throw UsageError(
                "'\(text)' is not a valid --url: expected an address, such as http://127.0.0.1:8080.")
        }
        return url
    }

    #if SQLite
    private func openStore(_ options: CommonOptions) async throws -> Store {
        let data = try options.data.map(ShopFiles.init(path:)) ?? .shipped()
        let file = try storeFile(options, data)
        if !file.isCurrent { try await StoreBuilding(data: data, file: file, errors: errors).run() }
        return try await Store(.file(file.url.path), schema: ContentSchema.self)
    }

    private func storeFile(_ options: CommonOptions, _ data: ShopFiles) throws -> StoreFile {
        try StoreFile(
            path: options.store, source: data.files.map(\.url.path).joined(separator: "\n"),
            fingerprint: Self.fingerprint(try data.fingerprint()))
    }

    /// Identifies this version of the data and the schema.
    private static func fingerprint(_ data: String) -> String {
        (ContentSchema.modules.map(\.signature) + [data]).joined(separator: "\n")
    }

    /// Copies the content of the store to a cluster or PocketBase, unless it is up to date.
    private func fill(_ engine: any InstanceLoading, _ options: CommonOptions) async throws {
        let data = try options.data.map(ShopFiles.init(path:)) ?? .shipped()
        let filling = ShopUpload(
            engine: engine, fingerprint: StableHash(Self.fingerprint(try data.fingerprint())).digits,
            errors: errors)
        if await filling.isCurrent() { return }
        let store = try await openStore(options)
        try await filling.run(from: store)
        await store.close()
    }
    #endif
}

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

extension PocketBaseOption {
    /// The engine with managed collections, and the superuser of the environment.
    func engine(_ environment: [String: String]) async throws -> PocketBaseEngine {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let authorization: any AuthorizationProvider
        if let token = value("POCKETBASE_TOKEN") {
            authorization = BearerToken(token)
        } else if let email = value("POCKETBASE_EMAIL"), let password = value("POCKETBASE_PASSWORD") {
            let signIn = PocketBaseAuthorization(baseURL: url)
            try await signIn.signIn(.password(email, password), to: PocketBaseAuthorization.superusers)
            authorization = signIn
        } else {
            throw BookshopError(
                "PocketBase needs a superuser in the environment: POCKETBASE_TOKEN, or POCKETBASE_EMAIL and "
                    + "POCKETBASE_PASSWORD.")
        }
        return PocketBaseEngine(
            baseURL: url, authorization: authorization,
            settings: PocketBaseSettings(
                collections: .managed, timeout: .seconds(120), locales: ContentSchema.locales))
    }
}
