import QuireGenerator
import QuireSchema
import QuireTerminal

/// `quire init`: begins a schema in a new folder.
enum InitCommand {
    static let help = """
        Begin a schema: a folder with one module to edit, and the JSON Schema that editors complete keys with.

        Usage: quire init [<folder>]

        Writes content.json, quire.schema.json and Schema.swift into the folder (default: Schema), and prints the lines
        for Package.swift. Nothing is overwritten.

        To write a schema for data that you have, use 'quire infer'.

        Exit codes: 0 written, 1 a file exists already or cannot be written, 2 wrong usage.
        """

    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        let arguments = try Arguments(arguments, options: [], flags: ["--help", "-h"], of: "init")
        if !arguments.flags.isEmpty {
            printOrExit(help)
            return 0
        }
        if arguments.operands.count > 1 {
            throw UsageError("unknown argument \(quoted(arguments.operands[1])); name one folder")
        }
        let folder = arguments.operands.first ?? "Schema"
        let files = [("\(folder)/content.json", Array(firstSchema.utf8))] + companions(folder)
        for (path, _) in files where FileSystem.exists(path) {
            printError(
                "quire: error: \(quoted(path)) exists already, so nothing is written; name another folder: quire init <folder>"
            )
            return 1
        }
        do throws(FileFailure) {
            try FileSystem.makeFolder(folder)
            try write(files)
        } catch {
            printError("\(error)")
            return 1
        }
        printOrExit(packageLines(folder))
        return 0
    }

    /// Writes the files that accompany a schema: its JSON Schema for editors, and the source file of its target.
    static func writeCompanions(_ folder: String) throws(FileFailure) { try write(companions(folder)) }

    private static func companions(_ folder: String) -> [(path: String, bytes: [UInt8])] {
        [
            ("\(folder)/quire.schema.json", PackageResources.quire_schema_json),
            // A target needs a source file.
            (
                "\(folder)/Schema.swift",
                Array("// The build plugin adds the code that it generates from content.json.\n".utf8)
            ),
        ]
    }

    private static func write(_ files: [(path: String, bytes: [UInt8])]) throws(FileFailure) {
        for (path, bytes) in files {
            try FileSystem.write(bytes, to: path)
            printError("wrote \(path)")
        }
    }

    /// A schema with one module. Descriptions become doc comments, and `$comment` is ignored.
    static let firstSchema = """
        {
          "$schema": "./quire.schema.json",
          "$comment": "Describes the content. 'quire check' checks it; the build generates Swift code from it.",
          "quire": 1,
          "access": "public",
          "modules": [
            {
              "$comment": "A module is a kind of content. 'item' is the Swift name of one item.",
              "name": "articles",
              "item": "Article",
              "description": "Articles to read.",
              "fields": [
                {
                  "$comment": "Every item has a required field. Full text searches fields with a weight.",
                  "name": "title",
                  "type": "text",
                  "required": true,
                  "sortable": true,
                  "searchable": 10,
                  "description": "The headline."
                },
                {
                  "name": "published",
                  "type": "date",
                  "format": "dateOnly",
                  "sortable": true,
                  "description": "The day of publication, as 2024-02-29."
                },
                {
                  "$comment": "A choice is open: values that the app does not know are kept.",
                  "name": "topic",
                  "type": "choice",
                  "values": ["news", "culture", "science"],
                  "facet": "disjunctive",
                  "description": "What the article is about."
                },
                {
                  "name": "tags",
                  "type": "list",
                  "of": "text",
                  "searchable": 4,
                  "description": "Keywords."
                },
                {
                  "$comment": "A relation names the module of the item, here the same one.",
                  "name": "next",
                  "type": "relation",
                  "module": "articles",
                  "description": "The article to read next."
                }
              ]
            }
          ]
        }

        """

    /// The lines that make a folder of a package its content target. SwiftPM needs a source file in each target.
    static func packageLines(_ folder: String) -> String {
        """
        Add to Package.swift, with the place where you keep Quire:

            dependencies: [.package(path: "../quire")],
            targets: [
                .target(
                    name: "Content",
                    dependencies: [.product(name: "Quire", package: "quire")],
                    path: "\(folder)",
                    plugins: [.plugin(name: "QuirePlugin", package: "quire")]),
            ]

        Every build then generates Swift from the JSON.
        """
    }
}
