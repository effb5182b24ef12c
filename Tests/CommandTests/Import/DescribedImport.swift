import Foundation
import QuireSchema
import Testing

import enum QuireCore.JSONValue

@testable import QuireCommand

/// What a command wrote: the text of a schema, if there is one, and its notes.
struct WrittenSchema {
    var text: String?
    var notes: [String]
}

/// The error of options that the command refuses.
struct RefusedOptionsError: Error {
    var message: String
}

/// An import of documents in memory, read by the reader of schemas.
struct DescribedImport {
    /// The kinds of documents that are imported without a server.
    enum DocumentKind { case jsonSchema, openAPI }

    /// The kinds of clusters whose collections are imported.
    enum ClusterKind { case typesense, opensearch }

    let outcome: WrittenSchema
    let schema: Schema?

    init(
        _ kind: DocumentKind, _ files: KeyValuePairs<String, String>, modules: [String] = [],
        access: AccessLevel? = nil
    ) throws {
        let documents = files.map { JSONDocument(path: $0.key, bytes: Array($0.value.utf8)) }
        outcome = try Self.written(
            SpecificationImport(
                kind: kind == .jsonSchema ? .jsonSchema : .openAPI, documents: documents, selected: modules,
                access: access))
        schema = outcome.text.flatMap {
            readSchema(documents: [SchemaDocument(path: "content.json", text: $0)]).schema
        }
    }

    /// - Parameter samples: The documents of collections as JSON, by the collection's name.
    init(
        _ kind: ClusterKind, _ files: KeyValuePairs<String, String>, prefix: String = "",
        samples: [String: [String]]? = nil, limit: Int = 1000
    ) async throws {
        let documents = files.map { JSONDocument(path: $0.key, bytes: Array($0.value.utf8)) }
        var options = ClusterImport(kind: kind == .typesense ? .typesense : .opensearch)
        options.prefix = prefix
        let read = samples.map { samples in
            ClusterSamples(limit: limit) { name in
                try (samples[name] ?? []).map { try QuireCore.JSONValue(parsing: Data($0.utf8)) }
            } instances: { _, _ in
                []
            }
        }
        let imported = try await options.run(documents, samples: read)
        outcome = WrittenSchema(text: imported.text, notes: imported.notes)
        schema = outcome.text.flatMap {
            readSchema(documents: [SchemaDocument(path: "content.json", text: $0)]).schema
        }
    }

    private static func written(_ documents: SpecificationImport) throws -> WrittenSchema {
        do {
            let imported = try documents.run()
            return WrittenSchema(text: imported.text, notes: imported.notes)
        } catch {
            throw RefusedOptionsError(message: error.message)
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
