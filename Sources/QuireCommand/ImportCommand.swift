import QuireSchema
import QuireTerminal
import QuireToolbox

/// `quire import`: creates a schema from another system's description of its content.
enum ImportCommand {
    static let help = """
        Write a schema for content that another system already describes.

        Usage: quire import <system> [options]

          halo         HALO's modules, from a server or a file
          pocketbase   The collections of a PocketBase server, or those that its dashboard exported
          typesense    The collections of a Typesense server, or their description in a file
          opensearch   The indices of an OpenSearch cluster, or their mappings in a file
          openapi      The schemas of an OpenAPI document, version 2.0, 3.0 or 3.1
          json-schema  JSON Schema files, draft 7 or 2020-12

          quire import typesense --nodes http://127.0.0.1:8108 --output Schema/content.json
          quire import opensearch --file mappings.json
          quire import pocketbase --url http://127.0.0.1:8090
          quire import openapi api.json --modules Book,Author
          quire import json-schema book.schema.json author.schema.json

        The schema goes to Schema/content.json, which is never overwritten without --force. What a schema cannot
        express, and each guess, is reported on standard error with its location. Modules with plural names propose the
        name of an item: "item": "Work" for works. See 'quire import <system> --help'.

        For data without a description, use 'quire infer'.

        Exit codes: 0 written, 1 nothing to write, no response, or the file exists, 2 wrong usage.
        """

    static let systems = ["halo", "json-schema", "openapi", "opensearch", "pocketbase", "typesense"]

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        var rest = arguments[...]
        guard let system = rest.popFirst(), system != "--help", system != "-h" else {
            printOrExit(help)
            return arguments.isEmpty ? 2 : 0
        }
        let arguments = Array(rest)
        switch system {
        case "halo": return try await HALOImportCommand.run(arguments)
        case "json-schema": return try DocumentImportCommand.run(arguments, of: .jsonSchema)
        case "openapi": return try DocumentImportCommand.run(arguments, of: .openAPI)
        case "opensearch": return try await ClusterImportCommand.run(arguments, of: .opensearch)
        case "pocketbase": return try await PocketBaseImportCommand.run(arguments)
        case "typesense": return try await ClusterImportCommand.run(arguments, of: .typesense)
        default: break
        }
        if system.hasPrefix("-") {
            throw UsageError(
                "name the system to import from first: quire import halo \(PlainText.oneLine(system)) …")
        }
        throw UsageError(
            "cannot import from \(quoted(system)); supported: quire import "
                + Self.systems.joined(separator: ", "))
    }
}
