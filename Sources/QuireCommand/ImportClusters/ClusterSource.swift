import Foundation
import QuireCore
import QuireGenerator
import QuireOpenSearch
import QuireRemote
import QuireSchema
import QuireTypesense

/// Where the description of a cluster comes from.
struct ClusterSource: Sendable {
    /// The files of `--file`, otherwise the cluster.
    private let files: [String]
    private let engine: Engine?
    private let options: EngineOptions?
    private let place: String
    private let sampleCount: Int

    private enum Engine: Sendable {
        case typesense(TypesenseEngine)
        case openSearch(OpenSearchEngine)
    }

    init(
        _ arguments: Arguments, kind: ClusterImportCommand.Kind, environment: [String: String]
    ) throws(UsageError) {
        sampleCount = try arguments.number("--samples", 0...10_000) ?? 1_000
        let addresses = ["--nodes", "--url"].filter { arguments.values[$0] != nil }
        if addresses.count > 1 { throw UsageError("--nodes and --url were both given: give one of them") }
        if let files = arguments.values["--file"] {
            if let option = addresses.first {
                throw UsageError("--file and \(option) were both given: give one of them")
            }
            try arguments.refuse(["--timeout", "--samples"], "with --file")
            self.files = files
            engine = nil
            options = nil
            place = ""
            return
        }
        guard !addresses.isEmpty else { throw UsageError("neither --file nor --nodes was given") }
        files = []
        let options = try EngineOptions(
            nodesOf: kind == .typesense ? .typesense : .opensearch, arguments, environment: environment)
        self.options = options
        place = options.nodes.first?.absoluteString ?? kind.title
        switch options.cluster() {
        case let typesense as TypesenseEngine: engine = .typesense(typesense)
        case let openSearch as OpenSearchEngine: engine = .openSearch(openSearch)
        default: throw UsageError("\(kind.title) cannot be read here")
        }
    }

    /// The documents that describe collections and aliases, or `nil` if they cannot be read, which is reported.
    func read() async -> [JSONDocument]? {
        guard let engine else { return ImportSource.documents(files) }
        func document(_ path: String, _ bytes: [UInt8]) -> JSONDocument {
            JSONDocument(path: place + path, bytes: bytes)
        }
        do {
            switch engine {
            case .typesense(let engine):
                let descriptions = try await engine.descriptions()
                if descriptions.presets == nil {
                    printError(
                        "quire: warning: the key may not read presets, so collections that Quire prepared cannot be recognized"
                    )
                }
                return [
                    document("/collections", descriptions.collections),
                    document("/aliases", descriptions.aliases),
                ]
                    + (descriptions.presets.map { [document("/presets", $0)] } ?? [])
            case .openSearch(let engine):
                let descriptions = try await engine.descriptions()
                return [
                    document("/_mapping", Array(descriptions.mappings.data)),
                    document("/_alias", Array(descriptions.aliases.data)),
                ]
            }
        } catch {
            printError("quire: error: \(error)")
            return nil
        }
    }

    /// Reads documents of collections. `nil` without a cluster.
    var samples: ClusterSamples? {
        guard engine != nil, sampleCount > 0 else { return nil }
        return ClusterSamples(limit: sampleCount, documents: documents, instances: instances)
    }

    /// The first documents of a collection.
    private func documents(of collection: String) async throws -> [QuireCore.JSONValue] {
        switch engine {
        case .typesense(let engine): try await engine.documents(of: collection, atMost: sampleCount)
        case .openSearch(let engine): try await engine.documents(of: collection, atMost: sampleCount)
        case nil: []
        }
    }

    /// The first items of a collection that Quire prepared.
    private func instances(of note: String, prefix: String) async throws -> [QuireCore.JSONValue] {
        guard var options else { return [] }
        options.prefix = prefix
        guard let engine = options.cluster() else { return [] }
        var all: [QuireCore.JSONValue] = []
        do {
            try await engine.readInstances(of: try ModuleDescriptor(json: note)) { instances, _ in
                all += instances
                if all.count >= sampleCount { throw EnoughSamples() }
            }
        } catch is EnoughSamples {}
        return all
    }

    private struct EnoughSamples: Error {}
}
