import Foundation
import QuireCore
import QuireEngine
import QuireHTTP

/// The requests for writes.
struct HALOWrite {
    let settings: HALOEngine.Settings
    /// The `createdAt` of new items.
    let now: Date

    /// - Throws: `UnsupportedError` for what HALO cannot express.
    func check(_ batch: WriteBatch) throws {
        try batch.check(for: "HALO")
        for operation in batch.operations {
            if operation.kind == .delete, operation.seenUpdatedAt != nil {
                throw UnsupportedError(
                    engine: "HALO", node: "delete in \(operation.module.name) of an item as it was seen",
                    hint: "it deletes without looking; leave seenUpdatedAt out")
            }
        }
    }

    /// The call of an operation that has its own endpoint, or `nil` if it requires a batch.
    func call(_ operation: WriteOperation) throws(InvalidIDError) -> HALOCall? {
        var call: HALOCall
        switch operation.kind {
        case .create:
            call = HALOCall(.post, Self.path, body: body(operation))
            // If sent twice, it may create two items.
            call.isRepeatable = false
        case .update:
            call = HALOCall(.put, Self.path, body: body(operation))
            try call.append(id: operation.id ?? "", of: "item", problem: ItemIDRules.problem(of:))
        case .delete:
            call = HALOCall(.delete, Self.path)
            try call.append(id: operation.id ?? "", of: "item", problem: ItemIDRules.problem(of:))
        case .createOrUpdate, .truncate: return nil
        }
        return call
    }

    /// The call for a whole batch.
    func call(_ batch: WriteBatch) -> HALOCall {
        var json = JSONWriter(capacity: 1024)
        json.beginObject()
        for kind in WriteOperation.Kind.allCases {
            let operations = batch.operations.filter { $0.kind == kind }
            guard !operations.isEmpty else { continue }
            json.key(key(of: kind))
            json.beginArray()
            for operation in operations { element(operation, &json) }
            json.endArray()
        }
        json.endObject()
        var call = HALOCall(.post, Self.path + "/batch", body: Data(json.bytes))
        call.isRepeatable = false
        return call
    }

    private static let path = "generalcontent/instance"

    private func key(of kind: WriteOperation.Kind) -> String {
        switch kind {
        case .truncate: settings.truncateKey.rawValue
        case .create: "created"
        case .update: "updated"
        case .createOrUpdate: "createdOrUpdated"
        case .delete: "deleted"
        }
    }

    private func element(_ operation: WriteOperation, _ json: inout JSONWriter) {
        switch operation.kind {
        case .delete:
            json.beginObject()
            json.key("id")
            json.string(operation.id ?? "")
            json.endObject()
        case .truncate:
            json.beginObject()
            json.key("module")
            json.string(operation.moduleID ?? operation.module.name)
            json.endObject()
        case .create, .update, .createOrUpdate: instance(operation, &json)
        }
    }

    private func body(_ operation: WriteOperation) -> Data {
        var json = JSONWriter(capacity: 512)
        instance(operation, &json)
        return Data(json.bytes)
    }

    /// Writes an instance like HALO's iOS SDK: a complete one always with its creation date, values and tags, a
    /// partial one with its changes. The server manages the authors.
    private func instance(_ operation: WriteOperation, _ json: inout JSONWriter) {
        json.beginObject()
        json.member("id", operation.id)
        json.member("module", operation.moduleID ?? operation.module.name)
        switch operation.metadata.name.kind {
        case .set(let name?): json.member("name", name)
        case .clear where operation.kind != .create: json.nullMember("name")
        default: break
        }
        // Only the server knows when an existing item was created.
        let created = operation.createdAt ?? (operation.kind == .create ? now : nil)
        json.member("createdAt", created)
        if operation.isWhole || operation.values != .object([]) {
            json.key("values")
            json.value(operation.values)
        }
        switch operation.metadata.tags.kind {
        case .leave where !operation.isWhole: break
        case .set(let tags):
            json.key("tags")
            tags.write(to: &json, .epochMilliseconds)
        case .leave, .clear:
            json.key("tags")
            json.beginArray()
            json.endArray()
        }
        json.member("updatedAt", operation.seenUpdatedAt)
        for (name, change) in operation.metadata.dates {
            switch change.kind {
            case .set(let date?): json.member(name, date)
            case .clear where operation.kind != .create: json.nullMember(name)
            default: break
            }
        }
        json.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, _ text: String?) {
        guard let text else { return }
        key(name)
        string(text)
    }

    /// Dates are in milliseconds. HALO's own SDK truncates them to seconds.
    fileprivate mutating func member(_ name: String, _ date: Date?) {
        guard let date else { return }
        key(name)
        integer(date.milliseconds)
    }

    fileprivate mutating func nullMember(_ name: String) {
        key(name)
        null()
    }
}
