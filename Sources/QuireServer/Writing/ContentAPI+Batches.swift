#if SQLite
import Foundation
import Quire
import QuireStore

/// What a batch is asked to do, and the name that its results have.
enum BatchGroup: String, CaseIterable {
    case truncate, create, update, createOrUpdate, delete

    /// The keys of the group in a request; HALO's two SDKs write truncating differently.
    var keys: [String] {
        switch self {
        case .truncate: ["truncated", "truncate"]
        case .create: ["created"]
        case .update: ["updated"]
        case .createOrUpdate: ["createdOrUpdated"]
        case .delete: ["deleted"]
        }
    }
}

extension ContentAPI {
    /// Carries out a batch (HALO: `POST generalcontent/instance/batch`): each operation by itself, all in one
    /// transaction of the store, so that one that fails takes no other with it.
    func batch(_ request: ServedRequest) async throws -> Answer {
        let body = try BodyObject(request)
        var groups: [(group: BatchGroup, elements: [JSONValue])] = []
        for group in BatchGroup.allCases {
            var elements: [JSONValue] = []
            for key in group.keys { elements += try body.array(key) ?? [] }
            groups.append((group, elements))
        }
        let planned = groups
        let bytes = try await store.transaction("write a batch") { transaction in
            var result = BatchResultWriter()
            let writing = ServedWriting(api: self, transaction: transaction)
            for (group, elements) in planned {
                for (position, element) in elements.enumerated() {
                    do {
                        let place = "\(group.keys[0])[\(position)]"
                        try result.succeed(group, position, self.perform(group, element, place, writing))
                    } catch let error as StoreError {
                        // Nothing of the batch can be kept.
                        throw error
                    } catch {
                        result.fail(group, position, Refusal(error))
                    }
                }
            }
            return result.bytes(planned.map { ($0.group, $0.elements.count) })
        }
        return Answer(body: bytes)
    }

    private func perform(
        _ group: BatchGroup, _ element: JSONValue, _ place: String, _ writing: ServedWriting
    ) throws -> BatchResultWriter.Outcome {
        let sent = try InstanceBody(BodyObject(element, at: place))
        switch group {
        case .truncate:
            guard let module = try sent.module(catalog) else {
                throw sent.body.mismatch("module", "a module's id")
            }
            return .truncated(module: module.id, count: try writing.truncate(module))
        case .create: return .instance(try writing.create(sent))
        case .update: return .instance(try writing.update(try id(sent), sent))
        case .createOrUpdate: return .instance(try writing.createOrUpdate(sent))
        case .delete: return .instance(try writing.delete(try id(sent), sent))
        }
    }

    private func id(_ sent: InstanceBody) throws(Refusal) -> String {
        guard let id = sent.id else { throw sent.body.mismatch("id", "the id of an instance") }
        return id
    }
}

/// Writes the answer to a batch, operation by operation.
struct BatchResultWriter {
    enum Outcome {
        case instance(Data)
        case truncated(module: String, count: Int)
    }

    private var json = JSONWriter(capacity: 4_096)
    private var failures: [BatchGroup: Int] = [:]

    init() {
        json.beginObject()
        json.key("operations")
        json.beginArray()
    }

    mutating func succeed(_ group: BatchGroup, _ position: Int, _ outcome: Outcome) throws {
        begin(group, position, isSuccess: true)
        switch outcome {
        case .instance(let data):
            json.key("data")
            json.raw(data)
        case .truncated(let module, let count):
            json.key("module")
            json.string(module)
            json.key("data")
            json.beginObject()
            json.key("deletedInstances")
            json.integer(Int64(count))
            json.endObject()
        }
        json.endObject()
    }

    mutating func fail(_ group: BatchGroup, _ position: Int, _ refusal: Refusal) {
        failures[group, default: 0] += 1
        begin(group, position, isSuccess: false)
        json.key("data")
        json.beginObject()
        json.key("error")
        json.value(refusal.json)
        json.endObject()
        json.endObject()
    }

    private mutating func begin(_ group: BatchGroup, _ position: Int, isSuccess: Bool) {
        json.beginObject()
        json.key("operation")
        json.string(group.rawValue)
        json.key("position")
        json.integer(Int64(position))
        json.key("success")
        json.boolean(isSuccess)
    }

    /// The whole answer, with the counts of each group.
    func bytes(_ counts: [(group: BatchGroup, count: Int)]) -> [UInt8] {
        var json = json
        json.endArray()
        json.key("results")
        json.beginObject()
        let total = counts.reduce(0) { $0 + $1.count }
        let failed = failures.values.reduce(0, +)
        json.key("total")
        Self.write(total: total, failed: failed, isSum: true, &json)
        for (group, count) in counts {
            json.key(group.rawValue)
            Self.write(total: count, failed: failures[group] ?? 0, isSum: false, &json)
        }
        json.endObject()
        json.endObject()
        return json.bytes
    }

    private static func write(total: Int, failed: Int, isSum: Bool, _ json: inout JSONWriter) {
        json.beginObject()
        if isSum {
            json.key("total")
            json.integer(Int64(total))
        }
        json.key("success")
        json.integer(Int64(total - failed))
        json.key("failure")
        json.integer(Int64(failed))
        json.endObject()
    }
}
#endif
