import Foundation
import QuireSchema

/// The engine that a command uses, and how to reach it.
struct EngineOptions: Sendable {
    /// The engines that a command can use.
    enum Kind: String, Sendable, CaseIterable { case store, typesense, opensearch, algolia, halo }

    var kind: Kind
    /// The store's file.
    var store: String?
    /// The nodes of a cluster, or the HALO server.
    var nodes: [URL] = []
    /// The prefix of a cluster's collection names.
    var prefix: String?
    /// The time limit for one call to a cluster or a server, including all attempts.
    var timeout: Duration
    /// For HALO: the app that signs in.
    var clientID: String?
    /// For Algolia.
    var applicationID: String?
    var secrets: Secrets

    /// The options that configure an engine.
    static let names = [
        "--engine", "--store", "--nodes", "--url", "--prefix", "--client-id",
        "--application-id", "--timeout",
    ]

    /// Options that are rejected with an explanation, because secrets come from the environment.
    static let refused = ["--api-key", "--user", "--password", "--token", "--client-secret"]

    static let help = """
          --engine <name>       store, typesense, opensearch or algolia (default: store if --store is given)
          --store <file>        The store's SQLite file
          --nodes <url>,<url>   The nodes of the Typesense or OpenSearch cluster
          --prefix <text>       The prefix of the cluster's collection names
          --timeout <seconds>   The time limit of one call to the cluster, including retries (default: 120)
        """

    /// The options of commands that can use Algolia.
    static let algoliaHelp = """
          --application-id <id> The Algolia application, with --engine algolia. --nodes names other hosts than its own
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
        nodes = try Self.addresses(arguments, kind == .halo ? "--url" : "--nodes", isList: kind != .halo)
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

    private static func refuseSecrets(_ arguments: Arguments) throws(UsageError) {
        guard let option = refused.first(where: { arguments.values[$0] != nil }) else { return }
        throw UsageError(
            "\(option): other users can see command lines; use an environment variable: "
                + Secrets.names.joined(separator: ", "))
    }

    /// The options that apply to an engine.
    private static func used(by kind: Kind) -> [String] {
        switch kind {
        case .store: ["--engine", "--store"]
        case .typesense, .opensearch: ["--engine", "--nodes", "--prefix", "--timeout"]
        case .algolia: ["--engine", "--application-id", "--nodes", "--prefix", "--timeout"]
        case .halo: ["--engine", "--url", "--client-id", "--timeout"]
        }
    }

    private static func kind(_ arguments: Arguments, _ kinds: [Kind]) throws(UsageError) -> Kind {
        let there = "expected one of: \(kinds.map(\.rawValue).joined(separator: ", "))"
        guard let name = try arguments.single("--engine") else {
            if arguments.values["--store"] != nil { return .store }
            if arguments.values["--url"] != nil, kinds.contains(.halo) { return .halo }
            throw UsageError("no --engine was given; \(there)")
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
                let shown = text.contains("@") ? "" : ": \(quoted(text))"
                throw UsageError(
                    "\(option) expects addresses such as http://127.0.0.1:8108; invalid address\(shown)")
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
        case .halo:
            if nodes.count != 1 { throw UsageError("--engine halo needs a server: --url <url>") }
        }
        if kind == .typesense, secrets.typesenseKey == nil {
            throw UsageError("--engine typesense needs a key in the environment: TYPESENSE_API_KEY")
        }
        if clientID != nil, secrets.haloSecret == nil {
            throw UsageError("--client-id needs the app's secret in the environment: HALO_CLIENT_SECRET")
        }
    }
}
