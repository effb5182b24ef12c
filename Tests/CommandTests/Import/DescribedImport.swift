import Foundation
import QuireSchema
import Testing

import enum QuireCore.JSONValue

@testable import QuireCommand

/// An import of documents in memory, read by the reader of schemas.
struct DescribedImport {
    let outcome: ImportOutcome
    let schema: Schema?

    init(
        _ kind: DocumentImportCommand.Kind, _ files: KeyValuePairs<String, String>, modules: [String] = []
    ) throws {
        let documents = files.map { JSONDocument(path: $0.key, bytes: Array($0.value.utf8)) }
        outcome = try DocumentImport(kind: kind, documents: documents, selected: modules).run()
        schema = outcome.text.flatMap {
            readSchema(documents: [SchemaDocument(path: "content.json", text: $0)]).schema
        }
    }

    /// - Parameter samples: The documents of collections as JSON, by the collection's name.
    init(
        _ kind: ClusterImportCommand.Kind, _ files: KeyValuePairs<String, String>, prefix: String = "",
        samples: [String: [String]]? = nil, limit: Int = 1000
    ) async throws {
        let documents = files.map { JSONDocument(path: $0.key, bytes: Array($0.value.utf8)) }
        var options = ClusterImport(kind: kind)
        options.prefix = prefix
        let read = samples.map { samples in
            ClusterSamples(limit: limit) { name in
                try (samples[name] ?? []).map { try QuireCore.JSONValue(parsing: Data($0.utf8)) }
            } instances: { _, _ in
                []
            }
        }
        outcome = try await options.run(documents, samples: read)
        schema = outcome.text.flatMap {
            readSchema(documents: [SchemaDocument(path: "content.json", text: $0)]).schema
        }
    }

    /// The notes as one text.
    var notes: String { outcome.notes.joined(separator: "\n") }

    var moduleNames: [String] { schema?.modules.map(\.name) ?? [] }

    func field(_ module: String, _ name: String) throws -> Field {
        let found = schema?.modules.first { $0.name == module }?.fields.first { $0.name == name }
        return try #require(found, "\(module).\(name) is missing: \(notes)")
    }

    /// The member of an object at a path: `size.width`.
    func member(_ module: String, _ path: String) throws -> Field {
        let names = path.split(separator: ".").map(String.init)
        var field = try field(module, names[0])
        for name in names.dropFirst() {
            field = try #require(
                field.type.objectFields?.first { $0.name == name }, "\(path) is missing: \(notes)")
        }
        return field
    }

    /// The types of a module's fields, in order. A required field ends in `!`.
    func types(of module: String) throws -> [String] {
        let found = try #require(schema?.modules.first { $0.name == module }, "\(notes)")
        return found.fields.map { "\($0.name): \(Inferred.label($0.type))\($0.required ? "!" : "")" }
    }
}
