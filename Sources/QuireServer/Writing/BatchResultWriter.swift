import Foundation
import QuireCore

/// Writes the response to a batch, operation by operation.
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

    mutating func succeed(_ group: BatchGroup, at position: Int, with outcome: Outcome) throws {
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

    mutating func fail(_ group: BatchGroup, at position: Int, with error: APIError) {
        failures[group, default: 0] += 1
        begin(group, position, isSuccess: false)
        json.key("data")
        json.beginObject()
        json.key("error")
        json.value(error.json)
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

    /// The whole response, with the counts of each group.
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

/// A kind of operation in a batch; its raw value is the name in the results.
enum BatchGroup: String, CaseIterable, Sendable {
    case truncate, create, update, createOrUpdate, delete

    var writesValues: Bool { self != .truncate && self != .delete }

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
