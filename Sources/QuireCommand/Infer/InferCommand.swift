import Foundation
import QuireGenerator
import QuireSchema
import QuireTerminal

/// `quire infer`: writes a schema for data files.
enum InferCommand {
    static let help = """
        Write a schema for data: JSON arrays, NDJSON, CSV and TSV files.

        Usage: quire infer [options] <file or folder> ...

          --output <path>       The file for the schema (default: Schema/content.json); '-' prints it
          --force               Overwrite an existing file
          --module <name>       The module of all files (default: each file is named after its module)
          --id <field>          The field that identifies items (default: id, _id, uuid or, for books, book_id,
                                if every item has one of its own)
          --type <field>=<type> The type of a field, instead of the proposed one (repeatable). <module>.<field> names
                                a field of one module. Types: text, longText, html, integer, number, boolean, date,
                                dateTime, url, image, video, audio, document, color, geopoint, json, choice, choices,
                                list, relation:<module>, relations:<module>
          --choice-limit <n>    The maximum number of values of a choice (default: 50; 0 proposes no choices)
          --quiet               Print warnings and errors only

        Each file becomes a module; together they can have relations. A file holds a JSON array of items, an item per
        line, an object with the items inside, such as a page of an API or GeoJSON, or rows of cells with a header,
        separated by commas, semicolons, tabs or bars. Files are UTF-8.

          {"title":"Emma","year":1815,"tags":["love","family"],"author_id":12}

        Every type fits every item: 'quire infer' converts each one as 'quire load' does. A field that all items have
        is required. The report on standard error gives the type of each field with the figures behind it:

          books.language: choice, in 8,916 of 10,000 items; 25 values in 8,916 items

        A column is text if its values would not give every cell back: '007', '5E0', '1.10' beside '1.1'.

        Review the schema, then load the items:

          quire load --store content.sqlite --schema Schema books.csv authors.csv

        Exit codes: 0 written, 1 a file has errors, or the schema exists, 2 wrong usage.
        """

    private static let options = ["--output", "--module", "--id", "--type", "--choice-limit"]
    private static let flags = ["--force", "--quiet", "--help", "-h"]

    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        let arguments = try Arguments(arguments, options: options, flags: flags, of: "infer")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        if arguments.operands.isEmpty { throw UsageError("no file to infer a schema from was given") }
        let target = ImportOutput(
            path: try arguments.single("--output") ?? "Schema/content.json",
            overwrites: arguments.flags.contains("--force"))
        let module = try arguments.single("--module")
        var proposals = ProposalOptions()
        proposals.choiceLimit = try arguments.number("--choice-limit", 0...DistinctTexts.most) ?? 50
        for text in arguments.values["--type"] ?? [] {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw UsageError("--type expects <field>=<type>, such as zip=text, not \(quoted(text))")
            }
            proposals.types[parts[0]] = parts[1]
        }
        let idField = try arguments.single("--id")
        guard target.isFree else { return 1 }
        do {
            let files = try InferFiles.files(arguments.operands, module: module)
            let outcome = try Inference(files: files, idField: idField, options: proposals).run()
            let isQuiet = arguments.flags.contains("--quiet")
            for note in outcome.notes where !isQuiet || note.contains(": warning: ") { printError(note) }
            return target.write(outcome.text, modules: outcome.moduleCount, fields: outcome.fieldCount)
                ? 0 : 1
        } catch let failure as DataFiles.Failure {
            printError(failure.line)
        } catch {
            printError("quire: error: \(error)")
        }
        return 1
    }
}

/// Finds the files of an inference, with the modules that they are named after.
enum InferFiles {
    static func files(_ paths: [String], module: String?) throws -> [Inference.File] {
        var files: [Inference.File] = []
        for path in paths {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw DataFiles.Failure(
                    description: "\(path): there is no such file or folder. Check the path.")
            }
            for file in isFolder.boolValue ? try entries(of: path) : [path] {
                files.append(.init(path: file, module: module ?? DataFormat.moduleName(of: file)))
            }
        }
        for file in files where file.module.isEmpty || file.module.unicodeScalars.count > 256 {
            throw DataFiles.Failure(
                description: "\(file.path): the file's name cannot name a module. Name it: --module <name>")
        }
        return files
    }

    private static func entries(of folder: String) throws -> [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let names = entries.filter { name in
            !name.hasPrefix(".") && DataFormat.endings.contains { name.lowercased().hasSuffix($0) }
        }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let files = names.map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
        if files.isEmpty {
            throw DataFiles.Failure(
                description: "\(folder): the folder has no file that ends in "
                    + DataFormat.endings.joined(separator: ", ") + ". Name the files instead.")
        }
        return files
    }
}
