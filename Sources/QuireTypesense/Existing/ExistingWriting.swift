import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// Writes to a collection that another program made: natural values under the schema's names, and nothing else. Members
/// of a document that the schema does not declare stay as they are.
struct ExistingWriting: Sendable {
    let connection: TypesenseConnection
    let batchSize: Int
    let layout: ExistingLayout

    /// Carries out operations one after another.
    ///
    /// - Throws: The engine's errors, if no operation has been carried out yet.
    func write(_ operations: [WriteOperation]) async throws -> [WriteResult] {
        var results: [WriteResult] = []
        for operation in operations {
            do {
                results.append(try await write(operation))
            } catch let error as UnsupportedError {
                results.append(.failed(WriteError(.invalid, operation, message: "\(error)")))
            } catch  where !results.isEmpty && !(error is CancellationError) {
                results.append(.failed(WriteError(.noResponse, operation, message: "\(error)")))
            }
        }
        return results
    }

    private func write(_ operation: WriteOperation) async throws -> WriteResult {
        guard operation.kind != .truncate else {
            throw ExistingFilter.unsupported(
                "truncate", "Quire does not empty a collection that another program made")
        }
        var old: JSONValue?
        if let id = operation.id { old = try await document(try filter([id])) }
        let held = old.flatMap { layout.document.instance(of: $0) }
        switch InstanceWriting().effect(of: operation, on: held) {
        case .refuse(let failure): return .failed(failure)
        case .remove:
            if let id = operation.id { _ = try await remove([id]) }
            return .deleted(held?.data)
        case .store(let id, let instance):
            let changes = changes(from: old, to: instance)
            var refusal: DocumentImport.Refusal?
            if old == nil || !changes.isEmpty {
                let line = JSONValue.object([.init("id", .string(id))] + changes).data
                refusal = try await load([Array(line)], old == nil ? .create : .update)[0]
            }
            if let refusal { return .failed(WriteError(refusal, operation)) }
            let kept = (old?.members ?? []).filter { member in
                member.name != "id" && !changes.contains { $0.name.isByteEqual(to: member.name) }
            }
            let document = JSONValue.object(
                [.init("id", .string(id))] + kept + changes.filter { $0.value != .null })
            return .stored((layout.document.instance(of: document) ?? instance).data)
        }
    }

    // MARK: - Values

    /// The members that differ from those of a document. A removed one is null.
    private func changes(from old: JSONValue?, to instance: JSONValue) -> [JSONValue.Member] {
        let before = old.flatMap { layout.document.instance(of: $0) }.map(layout.document.members) ?? []
        let after = layout.document.members(of: layout.module.module.underCurrentNames(instance))
        var changes: [JSONValue.Member] = []
        for member in after where isWritten(member.name, old) {
            let known = before.first { $0.name.isByteEqual(to: member.name) }?.value
            if known.map({ $0.sortedByName.data == member.value.sortedByName.data })
                ?? (member.value == .null)
            {
                continue
            }
            changes.append(.init(member.name, natural(member.value, member.name)))
        }
        for member in before where member.value != .null && isWritten(member.name, old) {
            if !after.contains(where: { $0.name.isByteEqual(to: member.name) }) {
                changes.append(.init(member.name, .null))
            }
        }
        return changes
    }

    /// Whether the schema declares the name. Metadata is written only where the collection or the document has it.
    private func isWritten(_ name: String, _ old: JSONValue?) -> Bool {
        if name == "id" || name == PlainDocument.rest { return false }
        if layout.module.value(name) != nil { return true }
        guard DocumentMetadataNames.all.contains(name) else { return false }
        if let server = layout.fields.first(where: { $0.name == name }) {
            return ["createdAt", "updatedAt"].contains(name) ? server.type == "int64" : true
        }
        return old?.member(name) != nil
    }

    /// A value in the collection's own form: places are pairs if the server indexes them.
    private func natural(_ value: JSONValue, _ name: String) -> JSONValue {
        guard layout.fields.contains(where: { $0.name == name && $0.type == "geopoint" }) else {
            return value
        }
        func pair(_ place: JSONValue) -> JSONValue {
            guard let latitude = place.member("latitude"), let longitude = place.member("longitude") else {
                return place
            }
            return .array([latitude, longitude])
        }
        if case .array(let places) = value { return .array(places.map(pair)) }
        return pair(value)
    }

    // MARK: - Calls

    /// The filter for ids, which are quoted.
    private func filter(_ ids: [String]) throws(UnsupportedError) -> String {
        try ExistingFilter(layout: layout, meaning: .exact).ids(ids).text ?? ""
    }

    private func document(_ filter: String) async throws -> JSONValue? {
        let body = JSONValue.of([
            "searches": .array([
                .of([
                    "collection": .string(layout.collection), "q": .string("*"), "filter_by": .string(filter),
                    "enable_overrides": .boolean(false),
                ])
            ])
        ])
        var json = JSONWriter()
        json.value(body)
        let what = "read \(layout.collection)"
        let response = try await connection.json(
            .json(.post, "/multi_search", json, intent: .latest), what)
        guard let result = response.member("results")?.elements?.first,
            let hits = result.member("hits")?.elements
        else {
            throw TypesenseError(
                status: response.member("results")?.elements?.first?.member("code")?.int ?? 200,
                message: "the response has no hits", call: what)
        }
        return hits.first?.member("document")
    }

    private func load(
        _ lines: [[UInt8]], _ action: DocumentImport.Action
    ) async throws -> [DocumentImport.Refusal?] {
        try await DocumentImport(connection: connection, collection: layout.collection)
            .sendAll(lines, action, batchSize: batchSize)
    }

    /// Stores whole instances. Of documents that exist, undeclared members stay.
    func store(_ instances: [JSONValue]) async throws -> [WriteError?] {
        let lines = instances.map { instance in
            Array(
                JSONValue.object(
                    [.init("id", .string(instance.instanceID))] + changes(from: nil, to: instance)
                ).data)
        }
        let results = try await load(lines, .emplace)
        return zip(instances, results).map { instance, refusal in
            refusal.map {
                WriteError(
                    $0, WriteOperation(.createOrUpdate, layout.module.module, id: instance.instanceID))
            }
        }
    }

    /// Deletes the documents with these ids, and returns their number.
    func remove(_ ids: [String]) async throws -> Int {
        let deletion = DocumentDeletion(connection: connection, collection: layout.collection)
        var removed = 0
        for start in stride(from: 0, to: ids.count, by: 20) {
            try Task.checkCancellation()
            removed += try await deletion.remove(filter(Array(ids[start..<min(start + 20, ids.count)])))
        }
        return removed
    }
}

/// The names of the metadata that documents may have.
private enum DocumentMetadataNames {
    static let all = Set(
        FieldTable.metadata.fields.map(\.name).filter { $0 != "id" } + ["externalId", "tags", "pushSchedule"])
}
