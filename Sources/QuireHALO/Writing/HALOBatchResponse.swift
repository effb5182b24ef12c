import Foundation
import QuireCore
import QuireEngine

/// HALO's response to a batch.
public struct HALOBatchResponse: Sendable, Hashable {
    /// The number of successful and failed operations of a kind, as counted by the server.
    public struct Count: Sendable, Hashable {
        public var success: Int
        public var failure: Int
        /// `nil` if the server does not report it.
        public var total: Int?
    }

    /// The result of each operation, in the batch's order. An operation without a result in the response has failed as
    /// `noResponse`.
    public let results: [WriteResult]
    /// The counts by the server's names: `total`, `truncate`, `create`, `update`, `createOrUpdate`, `delete`.
    public let counts: [String: Count]
    /// Entries of the response that match no operation of the batch.
    public let unmatched: [JSONValue]

    init(_ body: Data, to batch: WriteBatch) {
        let document = (try? JSONValue(parsing: body)) ?? .null
        var entries: [JSONValue] = []
        if case .array(let elements)? = document.member("operations") { entries = elements }
        var results: [WriteResult?] = Array(repeating: nil, count: batch.operations.count)
        var unmatched: [JSONValue] = []
        let positions = Dictionary(grouping: batch.operations.indices) { batch.operations[$0].kind }
        for entry in entries {
            guard let position = Self.position(of: entry, positions), results[position] == nil else {
                unmatched.append(entry)
                continue
            }
            results[position] = Self.result(entry, batch.operations[position])
        }
        self.unmatched = unmatched
        counts = Self.counts(document.member("results"))
        let strange = unmatched.isEmpty ? "" : "; \(unmatched.count) entries of its response fit no operation"
        self.results = zip(results, batch.operations).map { result, operation in
            result
                ?? .failed(
                    WriteError(
                        .noResponse, operation, message: "the server's response does not have it" + strange))
        }
    }

    /// An entry identifies its operation by the kind, and by its position among those of the kind.
    private static func position(
        of entry: JSONValue, _ positions: [WriteOperation.Kind: [Int]]
    ) -> Int? {
        guard case .string(let name)? = entry.member("operation"),
            let kind = WriteOperation.Kind(rawValue: name),
            let place = entry.member("position")?.looseInteger, place >= 0,
            let positions = positions[kind], place < positions.count
        else { return nil }
        return positions[Int(place)]
    }

    private static func result(_ entry: JSONValue, _ operation: WriteOperation) -> WriteResult {
        let data = entry.member("data")
        let error = data?.member("error").flatMap { $0 == .null ? nil : $0 }
        let success = entry.member("success")?.looseBoolean
        if success == nil, error == nil {
            return .failed(
                WriteError(
                    .noResponse, operation, message: "the server does not say whether it was carried out"))
        }
        guard success == true, error == nil else { return .failed(failure(error, operation)) }
        switch operation.kind {
        case .truncate: return .truncated(truncatedCount(data))
        case .delete: return .deleted(data.flatMap { $0 == .null ? nil : $0.data })
        case .create, .update, .createOrUpdate:
            guard let data, case .object = data else {
                return .failed(
                    WriteError(
                        .noResponse, operation, message: "the server reports success, but not what it stored")
                )
            }
            return .stored(data.data)
        }
    }

    private static func failure(_ error: JSONValue?, _ operation: WriteOperation) -> WriteError {
        var message: String?
        var type: String?
        if case .string(let text)? = error?.member("message") { message = String(text.prefix(2000)) }
        if case .string(let text)? = error?.member("type") { type = String(text.prefix(200)) }
        let status = error?.member("status")?.looseInteger.flatMap { Int(exactly: $0) }
        return WriteError(
            operation, status: status, message: message, type: type, extra: error?.member("extra"))
    }

    /// `{"deletedInstances":3}`, or the deleted instances in responses of older servers.
    private static func truncatedCount(_ data: JSONValue?) -> Int? {
        if case .array(let deleted)? = data { return deleted.count }
        return data?.member("deletedInstances")?.looseInteger.flatMap { Int(exactly: $0) }
    }

    private static func counts(_ results: JSONValue?) -> [String: Count] {
        guard case .object(let members)? = results else { return [:] }
        var counts: [String: Count] = [:]
        for member in members where counts[member.name] == nil {
            func number(_ name: String) -> Int? {
                member.value.member(name)?.looseInteger.flatMap { Int(exactly: $0) }
            }
            guard let success = number("success"), let failure = number("failure") else { continue }
            counts[member.name] = Count(success: success, failure: failure, total: number("total"))
        }
        return counts
    }
}
