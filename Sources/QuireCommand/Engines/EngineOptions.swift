import Foundation
import QuireSchema

/// The engine that a command uses, and how to reach it.
struct EngineOptions: Sendable {
    /// The engines that a command can use.
    enum Kind: String, Sendable, CaseIterable { case store, typesense, opensearch, algolia, halo, pocketbase }

    /// Who decides what the collections of a PocketBase server look like.
    enum Collections: String, Sendable, CaseIterable { case existing, managed }

    var kind: Kind
    /// The store's file.
    var store: String?
    /// The nodes of a cluster, or the server.
    var nodes: [URL] = []
    /// The prefix of a cluster's collection names.
    var prefix: String?
    /// The time limit for one call to a cluster or a server, including all attempts.
    var timeout: Duration
    /// For HALO: the app that signs in.
    var clientID: String?
    /// For Algolia.
    var applicationID: String?
    /// For PocketBase. `nil` if the option was not given.
    var collections: Collections?
    /// The collections of a cluster whose names differ from those of their modules, by module.
    var collectionNames: [String: String] = [:]
    /// For a store: the server that computes vectors.
    var embedder: URL?
    var secrets: Secrets

    /// The options that configure an engine.
    static let names = [
        "--engine", "--store", "--nodes", "--url", "--prefix", "--client-id",
        "--application-id", "--collections", "--timeout", "--embedder",
    ]

    /// Options that are rejected with an explanation, because secrets come from the environment.
    static let refused = ["--api-key", "--user", "--password", "--token", "--client-secret"]

    /// The engines that are filled and migrated.
    static let written: [Kind] = [.store, .typesense, .opensearch, .algolia, .pocketbase]
    /// The engines with full text.
    static let searched: [Kind] = [.store, .typesense, .opensearch, .algolia]

    /// The options of commands that use a store, a cluster, Algolia or a server.
    ///
    /// - Parameters:
    ///   - kinds: The engines that the command supports.
    ///   - seconds: The default timeout.
    static func help(_ kinds: [Kind], timeout seconds: Int) -> String {
        let names = kinds.map(\.rawValue)
        let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        let server = kinds.contains(.halo) ? "; halo if --url is" : ""
        return """
              --engine <name>       \(list)
                                    (default: store if --store is given\(server))
              --store <file>        The store's SQLite file
              --embedder <url>      The server for search by meaning, such as http://127.0.0.1:8080/v1/embeddings, with its
                                    key in EMBEDDING_API_KEY if it needs one
              --nodes <url>,<url>   The nodes of the Typesense or OpenSearch cluster
              --prefix <text>       The prefix of the cluster's collection names
              --timeout <seconds>   The time limit of one call, including retries (default: \(seconds))
              --application-id <id> The Algolia application, with --engine algolia. --nodes names other hosts than its own
            """
    }

    /// The options of commands that read PocketBase's collections.
    static let collectionsHelp = """
          --collections <list>  The collections of modules with another name: books=books_v2,authors=people
          --collections <kind>  PocketBase's collections: managed if Quire has prepared them, otherwise existing (default)
        """

    /// The options of commands that prepare PocketBase's collections.
    static let pocketBaseHelp = """
          --url <url>           The PocketBase server, with --engine pocketbase. Its superuser signs in with
                                POCKETBASE_TOKEN, or POCKETBASE_EMAIL and POCKETBASE_PASSWORD
        """

    static let secretsHelp = """
        Keys and passwords are read only from environment variables, because all users of the machine can see command
        lines, and shells store them: \(Secrets.names.joined(separator: ", ")).
        """

    /// - Parameters:
    ///   - kinds: The engines that the command supports.
    ///   - seconds: The default timeout.
    init(
        _ arguments: Arguments, among kinds: [Kind], timeout seconds: Int,
        environment: [String: String]
    ) throws(UsageError) {
        try Self.refuseSecrets(arguments)
        store = try arguments.single("--store")
        prefix = try arguments.single("--prefix")
        clientID = try arguments.single("--client-id")
        applicationID = try arguments.single("--application-id")
        timeout = .seconds(try arguments.number("--timeout", 1...86_400) ?? seconds)
        secrets = Secrets(environment)
        kind = try Self.kind(arguments, kinds)
        try arguments.refuse(
            Self.names.filter { !Self.used(by: kind).contains($0) }, "with --engine \(kind.rawValue)")
        if let text = try arguments.single("--collections") {
            if kind == .pocketbase {
                collections = try Self.collections(text)
            } else {
                collectionNames = try Self.collectionNames(text)
            }
        }
        let embedders = try Self.addresses(arguments, "--embedder", isList: false)
        guard embedders.count < 2 else { throw UsageError("--embedder was given twice: give one of them") }
        embedder = embedders.first
        let isServer = kind == .halo || kind == .pocketbase
        nodes = try Self.addresses(arguments, isServer ? "--url" : "--nodes", isList: !isServer)
        try checkParts()
    }

    /// The options of a cluster whose engine the command names, with `--url` for `--nodes`.
    init(
        nodesOf kind: Kind, _ arguments: Arguments, environment: [String: String]
    ) throws(UsageError) {
        self.init(kind, timeout: .seconds(try arguments.number("--timeout", 1...86_400) ?? 120), environment)
        try Self.refuseSecrets(arguments)
        nodes =
            try Self.addresses(arguments, "--nodes", isList: true)
            + Self.addresses(arguments, "--url", isList: false)
        try checkParts()
    }

    private init(_ kind: Kind, timeout: Duration, _ environment: [String: String]) {
        self.kind = kind
        self.timeout = timeout
        secrets = Secrets(environment)
    }

    private static func collections(_ text: String) throws(UsageError) -> Collections {
        if let collections = Collections(rawValue: text) { return collections }
        throw UsageError(
            "--collections expects existing or managed, not \(quoted(text))"
                + NearName.hint(for: text, among: Collections.allCases.map(\.rawValue)))
    }

    /// Reads `books=books_v2,authors=people`.
    private static func collectionNames(_ text: String) throws(UsageError) -> [String: String] {
        var names: [String: String] = [:]
        for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingPrefix(while: \.isWhitespace) }
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw UsageError(
                    "--collections expects module=collection, separated by commas, not \(quoted(String(pair)))"
                )
            }
            if names.updateValue(String(parts[1]), forKey: String(parts[0])) != nil {
                throw UsageError("--collections names the module \(quoted(String(parts[0]))) twice")
            }
        }
        return names
    }

    private static func refuseSecrets(_ arguments: Arguments) throws(UsageError) {
        guard let option = refused.first(where: { arguments.values[$0] != nil }) else { return }
        throw UsageError(
            "\(option): other users can see command lines; use an environment variable: "
                + Secrets.names.joined(separator: ", "))
    }

    /// The options that apply to an engine.
    private static func used(by kind: Kind) -> [String] {
        switch kind {
        case .store: ["--engine", "--store", "--embedder"]
        case .typesense: ["--engine", "--nodes", "--prefix", "--collections", "--timeout"]
        case .opensearch: ["--engine", "--nodes", "--prefix", "--collections", "--timeout"]
        case .algolia: ["--engine", "--application-id", "--nodes", "--prefix", "--timeout"]
        case .halo: ["--engine", "--url", "--client-id", "--timeout"]
        case .pocketbase: ["--engine", "--url", "--collections", "--timeout"]
        }
    }

    private static func kind(_ arguments: Arguments, _ kinds: [Kind]) throws(UsageError) -> Kind {
        let expectation = "expected one of: \(kinds.map(\.rawValue).joined(separator: ", "))"
        guard let name = try arguments.single("--engine") else {
            if arguments.values["--store"] != nil { return .store }
            if arguments.values["--url"] != nil, kinds.contains(.halo) { return .halo }
            throw UsageError("no --engine was given; \(expectation)")
        }
        guard let kind = Kind(rawValue: name.lowercased()), kinds.contains(kind) else {
            throw UsageError(
                "unknown engine \(quoted(name))\(NearName.hint(for: name, among: kinds.map(\.rawValue)))")
        }
        return kind
    }

    private static func addresses(
        _ arguments: Arguments, _ option: String, isList: Bool
    ) throws(UsageError) -> [URL] {
        let texts = (arguments.values[option] ?? []).flatMap { text in
            isList ? text.split(separator: ",").map(String.init) : [text]
        }
        var urls: [URL] = []
        for text in texts {
            guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
                url.host()?.isEmpty == false, url.query == nil, url.fragment == nil
            else {
                // A mistyped address may contain a password.
                let address = text.contains("@") ? "" : ": \(quoted(text))"
                throw UsageError(
                    "\(option) expects addresses such as http://127.0.0.1:8108; invalid address\(address)")
            }
            guard url.user == nil, url.password == nil else {
                throw UsageError(
                    "\(option): expected an address without user and password; use environment variables: "
                        + Secrets.names.joined(separator: ", "))
            }
            urls.append(url)
        }
        return urls
    }

    /// Checks the options of a command that prepares PocketBase's collections.
    func checkPreparing() throws(UsageError) {
        guard kind == .pocketbase else { return }
        if !secrets.hasPocketBase {
            throw UsageError(
                "--engine pocketbase needs a superuser, who alone may prepare collections; "
                    + "set environment variables: POCKETBASE_TOKEN, or POCKETBASE_EMAIL and POCKETBASE_PASSWORD"
            )
        }
        if collections == .existing {
            throw UsageError(
                "--collections existing: this command prepares collections, which are managed then. Leave it out"
            )
        }
    }

    /// Checks that the engine has all required options, and no others.
    private func checkParts() throws(UsageError) {
        let name = kind.rawValue
        if kind == .store, store == nil { throw UsageError("--engine store needs a file: --store <file>") }
        switch kind {
        case .store: break
        case .typesense, .opensearch:
            if nodes.isEmpty { throw UsageError("--engine \(name) needs nodes: --nodes <url>,<url>") }
        case .algolia:
            if applicationID == nil {
                throw UsageError("--engine algolia needs an application: --application-id <id>")
            }
            if secrets.algoliaKey == nil {
                throw UsageError("--engine algolia needs a key in the environment: ALGOLIA_API_KEY")
            }
        case .halo, .pocketbase:
            if nodes.count != 1 { throw UsageError("--engine \(name) needs a server: --url <url>") }
        }
        if kind == .pocketbase, let problem = secrets.pocketBaseProblem { throw UsageError(problem) }
        if kind == .typesense, secrets.typesenseKey == nil {
            throw UsageError("--engine typesense needs a key in the environment: TYPESENSE_API_KEY")
        }
        if clientID != nil, secrets.haloSecret == nil {
            throw UsageError("--client-id needs the app's secret in the environment: HALO_CLIENT_SECRET")
        }
    }
}
