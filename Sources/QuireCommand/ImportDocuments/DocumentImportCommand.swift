import QuireGenerator
import QuireSchema

/// `quire import openapi` and `quire import json-schema`.
enum DocumentImportCommand {
    /// The kinds of documents.
    enum Kind: String { case openAPI = "openapi", jsonSchema = "json-schema" }

    private static let options = """
          --output <path>    The file for the schema (default: Schema/content.json); '-' prints it
          --force            Overwrite an existing file
          --modules <names>  Import only these modules, separated by commas
          --access <level>   internal, package or public: the access level of the generated code (default: public)

        Types, required and null, enum, const, format, limits, default, deprecated, $ref and allOf are read. An object
        inside another becomes an object field. A value of several types, and an object that contains itself, become
        'json'; anyOf and oneOf that only add conditions keep the type. The fields 'id' and '_id' are left out, because
        every item has an id. Each guess, and all that a schema cannot hold, is reported with its location: numbers as
        enum values, formats, other keywords, and limits beyond 64 bits. A small document that unfolds to megabytes of
        code is refused, and a large one is reported, with the largest objects; --modules imports fewer.
        """

    private static let openAPIHelp = """
        Write a schema for the objects of an API.

        Usage: quire import openapi [options] <openapi.json>

        \(options)

        A schema of components.schemas becomes a module if it has an id, or if no other schema refers to it. --modules
        chooses others. Schemas that only responses with an error status use are left out, and so are those that are no
        objects with properties; both are reported. Documents are JSON, of version 2.0, 3.0 or 3.1:

          yq -o=json openapi.yaml > openapi.json

          {"openapi":"3.1.0","components":{"schemas":{"Book":{"type":"object","required":["id","title"],
           "properties":{"id":{"type":"string"},"title":{"type":"string"},"year":{"type":["integer","null"]}}}}}}

        Exit codes: 0 written, 1 nothing to write, or the file exists, 2 wrong usage.
        """

    private static let jsonSchemaHelp = """
        Write a schema for objects that JSON Schema describes, draft 7 or 2020-12.

        Usage: quire import json-schema [options] <file> ...

        \(options)

        A file becomes the module that it is named after: book.schema.json becomes book. A file that only has $defs, or
        definitions, becomes a module for each object that no other definition refers to. A $ref may name another file
        of the same command.

          {"type":"object","required":["title"],"properties":{"title":{"type":"string"},
           "status":{"enum":["draft","published"]},"published":{"type":"string","format":"date"}}}

        Exit codes: 0 written, 1 nothing to write, or the file exists, 2 wrong usage.
        """

    static func run(_ arguments: [String], of kind: Kind) throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments, options: ["--output", "--modules", "--access"],
            flags: ["--force", "--help", "-h"], of: "import \(kind.rawValue)")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(kind == .openAPI ? openAPIHelp : jsonSchemaHelp)
            return 0
        }
        if arguments.operands.isEmpty { throw UsageError("no file to import was given") }
        for file in arguments.operands {
            let name = file.lowercased()
            guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") else { continue }
            throw UsageError(
                "\(quoted(file)) is YAML, which Quire does not read; convert it first: yq -o=json \(file) > \(file).json"
            )
        }
        let access = try arguments.accessLevel()
        let target = ImportOutput(
            path: try arguments.single("--output") ?? "Schema/content.json",
            overwrites: arguments.flags.contains("--force"))
        guard target.isFree else { return 1 }
        guard let documents = ImportSource.documents(arguments.operands) else { return 1 }
        let outcome = try SpecificationImport(
            kind: kind, documents: documents, selected: arguments.values["--modules"] ?? [], access: access
        ).run()
        for note in outcome.notes { printError(note) }
        return target.write(outcome) ? 0 : 1
    }
}
