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
    /// Whether to show each query in all its forms.
    var explains = false

    init() {}

    init(_ arguments: ParsedArguments, for command: CommandDescription) throws(UsageError) {
        data = try arguments.text("data", for: command)
        store = try arguments.text("store", for: command)
        url = try arguments.text("url", for: command)
        explains = arguments.has("explain")
        cluster = try ClusterOption.read(arguments, for: command)
        if let url, !url.hasPrefix("http://"), !url.hasPrefix("https://") {
            throw arguments.invalid(url, "url", "an address that starts with http:// or https://", command)
        }
        for other in ["data", "store"] where url != nil && arguments.has(other) {
            throw UsageError(
                "--url and --\(other) exclude each other: give one of them.",
                command: command.name)
        }
    }
}
