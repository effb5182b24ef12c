import QuireGenerator
import QuireSchema
import QuireTerminal
import QuireToolbox

/// `quire import`: creates a schema from another system's content description.
enum ImportCommand {
    static let help = """
        Write the schema of content that is in HALO already.

        Usage: quire import halo --file <modules.json> [options]
               quire import halo --url <address> [--client-id <id>] [options]

          --url <address>     The server to ask, for example https://halo-db.com
          --client-id <id>    The app to ask as; its secret is read from HALO_CLIENT_SECRET. Without an app the
                              token in HALO_TOKEN is sent, if there is one
          --file <path>       HALO's modules with their fields: returned by
                              GET api/generalcontent/module?skip=true&withFields=true.
                              May be given several times, one for each page; '-' reads standard input
          --output <path>     Where the schema goes; 'Schema/content.json' where none is named, '-' prints it
          --force             Overwrite it, if it is there
          --modules <names>   Only these modules, with commas between
          --relation <module>.<field>=<module>
                              Where a relation points, which HALO does not say; may be given several times.
                              Without it a module is taken that the field is named after, else the field holds
                              ids as texts; '<module>.<field>=' asks for that
          --access <level>    internal, package or public: the access level of the generated code

        Every field is optional, because HALO's drafts may lack any. What is deleted, has no name, or is named
        twice is left out and told, and so is each guess. The result always passes 'quire check'; look through
        it, and mark as "required" what your items cannot be without.

        Exit codes: 0 written, 1 nothing to write, no response, or the file is there already, 2 wrong use.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        var rest = arguments[...]
        guard let system = rest.popFirst(), system != "--help", system != "-h" else {
            printOrExit(help)
            return arguments.isEmpty ? 2 : 0
        }
        if system.hasPrefix("-") {
            throw UsageError(
                "the system to import from stands first: quire import halo \(PlainText.oneLine(system)) …")
        }
        guard system == "halo" else {
            throw UsageError("cannot import from \(quoted(system)); there is: quire import halo")
        }
        let arguments = try Arguments(
            Array(rest),
            options: [
                "--file", "--url", "--client-id", "--output", "--modules", "--relation", "--access",
            ],
            flags: ["--force", "--help", "-h"], of: "import")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        if let operand = arguments.operands.first {
            throw UsageError("unknown argument \(quoted(operand)); a file is given with --file")
        }
        let source = try ImportSource(arguments)
        let output = try arguments.single("--output") ?? "Schema/content.json"
        var options = HALOImport(
            documents: [], selections: arguments.values["--modules"] ?? [],
            relations: arguments.values["--relation"] ?? [])
        if let access = try arguments.accessLevel() { options.access = access }
        let target = ImportOutput(path: output, overwrites: arguments.flags.contains("--force"))
        guard target.isFree else { return 1 }
        guard let documents = await source.read() else { return 1 }
        options.documents = documents
        let outcome = try options.run()
        for note in outcome.notes { printError(note) }
        return target.write(outcome) ? 0 : 1
    }
}
