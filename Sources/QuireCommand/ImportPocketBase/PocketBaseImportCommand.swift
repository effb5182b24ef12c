import Foundation
import QuireGenerator
import QuireSchema
import QuireTerminal

/// `quire import pocketbase`: creates a schema from PocketBase's collections.
enum PocketBaseImportCommand {
    static let help = """
        Write a schema for the collections of a PocketBase server, version 0.23 or newer.

        Usage: quire import pocketbase --url <address> [options]
               quire import pocketbase --file <collections.json> [options]

          --url <address>      The server, for example http://127.0.0.1:8090
          --timeout <seconds>  The time limit for reading from the server (default: 120)
          --file <path>        The response to GET /api/collections, or the collections that the dashboard exports.
                               Repeatable, one file for each page; '-' reads standard input
          --output <path>      The file for the schema (default: Schema/content.json); '-' prints it
          --force              Overwrite an existing file
          --modules <names>    Import only these collections, separated by commas
          --access <level>     internal, package or public: the access level of the generated code (default: public)

        Only a superuser may read collections. The token is read from POCKETBASE_TOKEN; without it, the command signs in
        with POCKETBASE_EMAIL and POCKETBASE_PASSWORD.

          POCKETBASE_TOKEN=… quire import pocketbase --url http://127.0.0.1:8090

        Numbers, booleans and places are required, because PocketBase has no null for them: it stores 0, false, and the
        place 0, 0. All other fields are optional, and an empty text is no value. Each field has the operators that
        PocketBase's own filters apply exactly. Collections that 'quire load' or 'quire migrate' has prepared get all
        operators, and optional fields of all types. Who may list, view, create, update and delete is in the descriptions.
        Left out and reported: hidden fields, passwords, and system collections, unless --modules names them. The same
        collections always give the same file.

        Exit codes: 0 written, 1 nothing to write, no response, or the file exists, 2 wrong usage.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments,
            options: ["--file", "--url", "--timeout", "--output", "--modules", "--access"]
                + PocketBaseSuperuser.refusedOptions,
            flags: ["--force", "--help", "-h"], of: "import pocketbase")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        if let operand = arguments.operands.first {
            throw UsageError("unknown argument \(quoted(operand)); use --file for a file")
        }
        let source = try PocketBaseSource(arguments, environment: ProcessInfo.processInfo.environment)
        let access = try arguments.accessLevel()
        let target = ImportOutput(
            path: try arguments.single("--output") ?? "Schema/content.json",
            overwrites: arguments.flags.contains("--force"))
        guard target.isFree else { return 1 }
        guard let documents = await source.read() else { return 1 }
        let outcome = try PocketBaseImport(
            documents: documents, selected: arguments.values["--modules"] ?? [], access: access
        ).run()
        for note in outcome.notes { printError(note) }
        return target.write(outcome) ? 0 : 1
    }
}

/// Converts PocketBase's collections to the text of a schema.
struct PocketBaseImport {
    var documents: [JSONDocument]
    /// The values of `--modules`, as written.
    var selected: [String] = []
    var access: AccessLevel?

    func run() throws(UsageError) -> ImportOutcome {
        var notes = ImportNotes()
        for document in documents { notes.add(problemsOf: document) }
        if notes.hasErrors { return ImportOutcome(notes: notes.lines) }
        var errors = PocketBaseErrors(notes: notes)
        let collections = PocketBaseCollections.find(documents, &errors)
        if errors.notes.hasErrors { return ImportOutcome(notes: errors.notes.lines) }
        let names = try SelectedModules(selections: selected).names(
            among: collections.map(\.name), of: "PocketBase")
        let chosen = collections.filter { names?.contains($0.name) ?? !$0.isSystem }
        if names == nil { Self.reportSystem(collections, &errors.notes) }
        var reader = PocketBaseModules(
            targets: PocketBaseTargets(collections, imported: chosen), errors: errors)
        var modules = chosen.compactMap { reader.module($0) }
        notes = reader.errors.notes
        if modules.isEmpty, !notes.hasErrors {
            let start = documents.first?.root.location ?? SourceLocation(path: "-", line: 1, column: 1)
            notes.fail("there is no collection to import", at: start)
        }
        if notes.hasErrors { return ImportOutcome(notes: notes.lines) }
        SwiftNamePlan.apply(to: &modules)
        let schema = ImportedSchema(
            access: access, comment: "Imported from PocketBase by 'quire import pocketbase'.",
            modules: modules)
        return ImportOutcome(schema, notes: notes)
    }

    private static func reportSystem(_ collections: [PocketBaseCollection], _ notes: inout ImportNotes) {
        let system = collections.filter(\.isSystem)
        guard let first = system.first else { return }
        let names = system.prefix(20).map { quoted($0.name) }.joined(separator: ", ")
        notes.warn(
            "system collections are left out: \(names). --modules imports them", at: first.json.location)
    }
}

/// The modules that relations point to, by the ids of collections.
struct PocketBaseTargets {
    private var names: [String: String] = [:]
    private let imported: Set<String>

    init(_ collections: [PocketBaseCollection], imported: [PocketBaseCollection]) {
        for collection in collections { names[collection.id] = collection.name }
        self.imported = Set(imported.map(\.name))
    }

    /// The name of a collection; `nil` if the description does not contain it.
    func name(of id: String) -> String? { names[id] }

    func isImported(_ name: String) -> Bool { imported.contains(name) }
}

/// Finds the collections in responses and exports of PocketBase.
enum PocketBaseCollections {
    /// The collections, ordered by name, because a server's order may vary.
    static func find(_ documents: [JSONDocument], _ errors: inout PocketBaseErrors) -> [PocketBaseCollection]
    {
        var collections: [PocketBaseCollection] = []
        var ids: [String: String] = [:]
        var names: Set<String> = []
        for document in documents {
            for json in list(document.root, &errors) {
                if errors.isFull { return [] }
                guard let collection = PocketBaseCollection(json, &errors) else { continue }
                if let other = ids.updateValue(collection.name, forKey: collection.id) {
                    errors.add(
                        "the collections \(quoted(other)) and \(quoted(collection.name)) have the same id",
                        at: json.location)
                }
                if !names.insert(collection.name).inserted {
                    errors.add("two collections are called \(quoted(collection.name))", at: json.location)
                }
                collections.append(collection)
            }
        }
        warnOfMissingPages(documents, count: collections.count, errors: &errors)
        return collections.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    private static func list(_ root: JSONValue, _ errors: inout PocketBaseErrors) -> [JSONValue] {
        if root.kind == .array { return root.elements }
        for key in ["items", "collections"] {
            if let list = root.value(of: key), list.kind == .array { return list.elements }
        }
        if root.value(of: "quire") != nil {
            errors.add(
                "this is already a schema of Quire; use it directly, or check it with 'quire check'",
                at: root.location)
        } else if let message = root.value(of: "message")?.string, root.value(of: "status")?.integer != nil {
            errors.add(
                "this is an error of PocketBase, not its collections: \(quoted(message))", at: root.location)
        } else if root.value(of: "fields") != nil || root.value(of: "schema") != nil {
            return [root]
        } else {
            errors.add(
                "expected PocketBase's collections: an array, or an object with 'items' or 'collections'. Save the "
                    + "response of GET /api/collections, or export the collections in the dashboard",
                at: root.location)
        }
        return []
    }

    private static func warnOfMissingPages(
        _ documents: [JSONDocument], count: Int, errors: inout PocketBaseErrors
    ) {
        for document in documents {
            guard let total = document.root.value(of: "totalItems"), let number = total.integer,
                number > Int64(count)
            else { continue }
            errors.notes.warn(
                "this is a page of \(number) collections, and \(count) are here; request all with perPage=1000, or "
                    + "pass each page with a separate --file", at: total.location)
            return
        }
    }
}
