import Foundation
import QuireGenerator
import QuireSchema

/// `quire import typesense` and `quire import opensearch`.
enum ClusterImportCommand {
    /// The systems.
    enum Kind: String {
        case typesense, opensearch

        var title: String {
            switch self {
            case .typesense: "Typesense"
            case .opensearch: "OpenSearch"
            }
        }
    }

    private static let options = """
          --nodes <url>,<url>  The nodes of the cluster; --url <url> names one
          --prefix <text>      Import only what has a name with this prefix. Modules are named without it
          --timeout <seconds>  The time limit of one call to the cluster, including retries (default: 120)
          --samples <number>   The maximum number of documents to read for each module (default: 1000)
          --output <path>      The file for the schema (default: Schema/content.json); '-' prints it
          --force              Overwrite an existing file
          --modules <names>    Import only these modules, separated by commas
          --access <level>     internal, package or public: the access level of the generated code (default: public)
        """

    private static let typesenseHelp = """
        Write a schema for the collections of a Typesense server.

        Usage: quire import typesense --nodes <url> [options]
               quire import typesense --file <collections.json> [options]

          --file <path>        The response to GET /collections, or to GET /aliases or GET /presets (repeatable)
        \(options)

        The key is read from the environment variable TYPESENSE_API_KEY.

          TYPESENSE_API_KEY=… quire import typesense --nodes http://127.0.0.1:8108

        A collection that Quire prepared gives back its module; the values of choices come from the documents. Of other
        collections, a reference to an id becomes a relation, fields named 'a.b' become objects with members that
        queries see, and a module is named after its collection's alias, or after the collection. To rename a module in
        the schema, name its collection with --collections and in the settings of TypesenseEngine. Names and documents
        tell dates and relations apart from numbers and texts. Vectors are left out. What a schema cannot express is
        reported: infix, locale, references to other fields than the id.

        Exit codes: 0 written, 1 nothing to write, no response, or the file exists, 2 wrong usage.
        """

    private static let openSearchHelp = """
        Write a schema for the indices of an OpenSearch cluster.

        Usage: quire import opensearch --nodes <url> [options]
               quire import opensearch --file <mappings.json> [options]

          --file <path>        The response to GET /_mapping, or to GET /_alias (repeatable)
        \(options)

        Credentials are read from OPENSEARCH_USER and OPENSEARCH_PASSWORD, or from OPENSEARCH_API_KEY.

          quire import opensearch --nodes http://127.0.0.1:9200 --prefix shop-

        An index that Quire prepared gives back its module; the values of choices come from the documents. Other
        mappings tell neither lists nor, often, the format of dates, so documents decide, and the report counts them.
        Without documents, fields are single. A mapping does not tell which fields are required.

        Exit codes: 0 written, 1 nothing to write, no response, or the file exists, 2 wrong usage.
        """

    static func run(_ arguments: [String], of kind: Kind) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments,
            options: [
                "--file", "--nodes", "--url", "--prefix", "--timeout", "--samples", "--output", "--modules",
                "--access",
            ] + EngineOptions.refused,
            flags: ["--force", "--help", "-h"], of: "import \(kind.rawValue)")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(kind == .typesense ? typesenseHelp : openSearchHelp)
            return 0
        }
        if let operand = arguments.operands.first {
            throw UsageError("unknown argument \(quoted(operand)); use --file for a file")
        }
        let source = try ClusterSource(
            arguments, kind: kind, environment: ProcessInfo.processInfo.environment)
        var options = ClusterImport(kind: kind)
        options.prefix = try arguments.single("--prefix") ?? ""
        options.selected = arguments.values["--modules"] ?? []
        options.access = try arguments.accessLevel()
        let target = ImportOutput(
            path: try arguments.single("--output") ?? "Schema/content.json",
            overwrites: arguments.flags.contains("--force"))
        guard target.isFree else { return 1 }
        guard let documents = await source.read() else { return 1 }
        let outcome = try await options.run(documents, samples: source.samples)
        for note in outcome.notes { printError(note) }
        return target.write(outcome) ? 0 : 1
    }
}
