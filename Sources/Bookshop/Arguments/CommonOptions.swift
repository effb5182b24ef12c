/// The options of every command.
struct CommonOptions: Equatable, Sendable {
    /// The file or folder to load instead of the bundled data.
    var data: String?
    /// The path of the store.
    var store: String?
    /// The HALO server to use instead of a store.
    var url: String?
    /// The search cluster to use instead of a store.
    var cluster: ClusterOption?
    /// The PocketBase server to use instead of a store.
    var pocketBase: PocketBaseOption?
    /// Whether to show each query in all its forms.
    var explains = false

    init() {}

    init(_ arguments: ParsedArguments, for command: CommandDescription) throws(UsageError) {
        data = try arguments.text("data", for: command)
        store = try arguments.text("store", for: command)
        explains = arguments.has("explain")
        let engine = try Self.engine(arguments, for: command)
        cluster = try ClusterOption.read(engine, arguments, for: command)
        if engine == PocketBaseOption.name {
            pocketBase = try PocketBaseOption.read(arguments, for: command)
            return
        }
        url = try arguments.text("url", for: command)
        if let url, !url.hasPrefix("http://"), !url.hasPrefix("https://") {
            throw arguments.invalid(url, "url", "an address that starts with http:// or https://", command)
        }
        for other in ["data", "store"] where url != nil && arguments.has(other) {
            throw UsageError(
                "--url and --\(other) exclude each other: give one of them.",
                command: command.name)
        }
    }

    /// The name of the engine.
    private static func engine(
        _ arguments: ParsedArguments, for command: CommandDescription
    ) throws(UsageError) -> String {
        let store = "store"
        guard arguments.value(of: "engine") != nil else { return store }
        let names = [store] + ClusterOption.Kind.allCases.map(\.rawValue) + [PocketBaseOption.name]
        return try arguments.choices("engine", among: names, for: command).first ?? store
    }
}
