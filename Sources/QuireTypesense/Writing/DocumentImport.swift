import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

/// Sends documents to a collection, many in one request, and reads the result of each.
struct DocumentImport: Sendable {
    /// What to do if a document with the same id exists or does not exist.
    enum Action: String, Sendable { case create, upsert, update, emplace }

    /// The error for one line; `nil` means success.
    struct Refusal: Sendable, Hashable {
        var code: Int
        var message: String
    }

    let connection: TypesenseConnection
    let collection: String

    /// Sends lines once. The result has one element for each.
    func send(_ lines: [[UInt8]], _ action: Action) async throws -> [Refusal?] {
        guard !lines.isEmpty else { return [] }
        var body = Data(capacity: lines.reduce(0) { $0 + $1.count + 1 })
        for (index, line) in lines.enumerated() {
            if index > 0 { body.append(10) }
            body.appendASCII(line)
        }
        let what = "import into \(collection)"
        let call = NodeCall(
            .post, "/collections/\(NodeCall.encoded(collection))/documents/import",
            query: [("action", action.rawValue), ("dirty_values", "reject"), ("batch_size", "100")],
            body: body,
            intent: .write)
        let response = try await connection.sendToCollection(call, what, collection: collection)
        let responses = response.body.split(separator: 10, omittingEmptySubsequences: true)
        guard responses.count == lines.count else {
            throw TypesenseError(
                status: response.status, message: "\(responses.count) results for \(lines.count) documents",
                call: what)
        }
        return responses.map { line in
            guard let result = try? JSONValue(parsing: Data(line)) else {
                return Refusal(code: 0, message: "the result is not JSON")
            }
            if result.member("success") == .boolean(true) { return nil }
            return Refusal(
                code: result["code"]?.int ?? 0,
                message: result["error"]?.string.map(connection.redacted) ?? "no reason given")
        }
    }

    /// Sends lines in batches.
    func sendAll(_ lines: [[UInt8]], _ action: Action, batchSize: Int) async throws -> [Refusal?] {
        var results: [Refusal?] = []
        for start in stride(from: 0, to: lines.count, by: batchSize) {
            try Task.checkCancellation()
            results += try await send(Array(lines[start..<min(start + batchSize, lines.count)]), action)
        }
        return results
    }

    /// Sends lines in batches. The server has to accept them.
    ///
    /// - Parameters:
    ///   - accepted: The code of a refusal that is no error.
    ///   - call: What the call does, for errors.
    func storeAll(
        _ lines: [[UInt8]], _ action: Action, batchSize: Int, accepting accepted: Int? = nil, call: String
    ) async throws {
        let results = try await sendAll(lines, action, batchSize: batchSize)
        for case let refusal? in results where refusal.code != accepted {
            throw TypesenseError(status: refusal.code, message: refusal.message, call: call)
        }
    }
}

extension Data {
    /// Appends JSON with `\u` escapes instead of other characters than ASCII.
    ///
    /// Under load, Typesense 0.24.1 loses a character whose bytes reach it in two parts: it takes the halves for invalid
    /// UTF-8 and leaves them out. Escapes can be split anywhere.
    fileprivate mutating func appendASCII(_ json: some Collection<UInt8>) {
        if json.allSatisfy({ $0 < 0x80 }) { return append(contentsOf: json) }
        for unit in String(decoding: json, as: UTF8.self).utf16 {
            if unit < 0x80 {
                append(UInt8(unit))
            } else {
                let digits = String(unit, radix: 16)
                append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
            }
        }
    }
}

extension WriteError {
    /// The failure for a line that the server rejected.
    init(_ refusal: DocumentImport.Refusal, _ operation: WriteOperation) {
        if refusal.code == 409 {
            self.init(.exists, operation, message: "there is an item of this id")
        } else if refusal.message.contains("`q_g_") {
            self.init(
                .other, operation,
                message:
                    "the collection was prepared for another schema; update the app, or call engine.prepare(…)"
            )
        } else {
            let reason: Reason = refusal.code == 0 ? .noResponse : refusal.code == 400 ? .invalid : .other
            self.init(reason, operation, message: refusal.message)
        }
        status = refusal.code == 0 ? nil : refusal.code
    }
}
