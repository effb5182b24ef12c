import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// Writes to a collection that another program made: natural values under the schema's names, and nothing else. Members
/// of a document that the schema does not declare stay as they are.
struct ExistingWriting: DocumentWriteDriver {
    let connection: TypesenseConnection
    let importSize: Int
    let layout: ExistingLayout

    /// One after another, so that the result of each is known.
    var batchSize: Int { 1 }

    func problem(with operation: WriteOperation) -> String? {
        do throws(UnsupportedError) {
            _ = try operation.id.map { id throws(UnsupportedError) in try filter([id]) }
            return nil
        } catch {
            return "\(error)"
        }
    }

    func held(for operations: [WriteOperation]) async throws -> [JSONValue?] {
        var documents: [JSONValue?] = []
        for operation in operations {
            guard let id = operation.id else {
                documents.append(nil)
                continue
            }
            documents.append(try await document(try filter([id])))
        }
        return documents
    }

    func instance(of held: JSONValue) -> JSONValue? { layout.document.instance(of: held) }

    func send(_ changes: [DocumentChange<JSONValue>], isOnly: Bool) async throws -> [ChangeOutcome] {
        var outcomes: [ChangeOutcome] = []
        for (position, change) in changes.enumerated() {
            do {
                outcomes.append(try await send(change))
            } catch  where position > 0 && !(error is CancellationError) {
                // What was sent before is stored.
                return outcomes
                    + changes[position...].map {
                        .done(.failed(WriteError(.noResponse, $0.operation, message: "\(error)")))
                    }
            }
        }
        return outcomes
    }

    private func send(_ change: DocumentChange<JSONValue>) async throws -> ChangeOutcome {
        guard let instance = change.instance else {
            _ = try await remove([change.id])
            return change.outcome
        }
        let id = JSONValue.Member("id", .string(change.id))
        let members = changes(from: change.held, to: instance)
        if change.held == nil || !members.isEmpty {
            let line = JSONValue.object([id] + members + (change.held == nil ? [] : removed(by: members)))
                .data
            let refusals = try await load([Array(line)], change.held == nil ? .create : .update)
            if let refusal = refusals.first.flatMap({ $0 }) {
                return .done(.failed(WriteError(refusal, change.operation)))
            }
        }
        let changed = members + removed(by: members)
        let otherMembers = (change.held?.members ?? []).filter { member in
            member.name != "id" && !changed.contains { $0.name.isByteEqual(to: member.name) }
        }
        let document = JSONValue.object([id] + otherMembers + members.filter { $0.value != .null })
        return layout.document.instance(of: document).map { .done(.stored($0.data)) } ?? change.outcome
    }

    func truncate(_ operation: WriteOperation) -> ChangeOutcome {
        let problem = ExistingFilter.unsupported(
            "truncate", "Quire does not empty a collection that another program made")
        return .done(.failed(WriteError(.invalid, operation, message: "\(problem)")))
    }

    // MARK: - Values

    /// The members that differ from those of a document. A removed one is null.
    private func changes(from old: JSONValue?, to instance: JSONValue) -> [JSONValue.Member] {
        let before = old.flatMap { layout.document.instance(of: $0) }.map(layout.document.members) ?? []
        let after = layout.document.members(of: layout.module.module.underCurrentNames(instance))
        var changes: [JSONValue.Member] = []
        for member in after where isWritten(member.name, old) {
            let oldValue = before.first { $0.name.isByteEqual(to: member.name) }?.value
            if oldValue.map({ $0.sortedByName.data == member.value.sortedByName.data })
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

    /// Null for the members that changed objects no longer have. Without it, the server keeps finding their values.
    private func removed(by changes: [JSONValue.Member]) -> [JSONValue.Member] {
        changes.flatMap { change in
            layout.members(of: change.name).filter { field in
                let path = field.name.split(separator: ".").map(String.init).dropFirst()
                return !field.type.hasPrefix("object") && !change.value.hasValue(at: path)
            }.map { .init($0.name, .null) }
        }
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
        try ExistingFilter(layout: layout, meaning: .exact, features: TypesenseFeatures(nil)).ids(ids).text
            ?? ""
    }

    private func document(_ filter: String) async throws -> JSONValue? {
        try await connection.documents(of: layout.collection, [("filter_by", .string(filter))]).documents
            .first
    }

    private func load(
        _ lines: [[UInt8]], _ action: DocumentImport.Action
    ) async throws -> [DocumentImport.Refusal?] {
        try await DocumentImport(connection: connection, collection: layout.collection)
            .sendAll(lines, action, batchSize: importSize)
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

extension JSONValue {
    /// Whether there is a value at a path of members, in any element of the lists on the way.
    fileprivate func hasValue(at path: ArraySlice<String>) -> Bool {
        switch self {
        case .null: return false
        case .array(let elements): return elements.contains { $0.hasValue(at: path) }
        case .object where !path.isEmpty:
            guard let name = path.first, let value = member(name) else { return false }
            return value.hasValue(at: path.dropFirst())
        default: return path.isEmpty
        }
    }
}

/// The names of the metadata that documents may have.
private enum DocumentMetadataNames {
    static let all = Set(
        FieldTable.metadata.fields.map(\.name).filter { $0 != "id" } + ["externalId", "tags", "pushSchedule"])
}
