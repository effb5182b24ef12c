import Foundation
import QuireCore
import QuireHTTP
import QuireRemote

/// The result of a write, or of a batch of writes.
enum WriteOutcome: Sendable {
    /// The records in the order of the parts; null for a deletion.
    case done([JSONValue])
    /// The server rejected a part, and carried out nothing.
    ///
    /// - Parameters:
    ///   - part: The part's position in a batch.
    ///   - isUncertain: Whether an earlier attempt may have been carried out.
    case refused(PocketBaseError, part: Int, isUncertain: Bool)
    /// The batch took too long, or has too many parts. Nothing was carried out.
    case tooLarge(PocketBaseError)
    /// The server may have carried it out.
    case unknown(any Error)
    /// It was not carried out.
    case unsent(any Error)
}

/// Sends writes, and repeats those that an overloaded server or a broken connection stopped.
///
/// A rejected call (429) is always repeated, after a growing pause: PocketBase sends no `Retry-After`. After a lost response
/// or 5xx, a write is repeated if doing it twice does no harm.
struct WriteSender: Sendable {
    let connection: PocketBaseConnection
    let retries: RetryPolicy

    func send(_ write: PlannedWrite) async throws(CancellationError) -> WriteOutcome {
        if write.needsBatch { return try await send([write]) }
        return try await send(write.call, isRepeatable: write.isRepeatable) { response, isUncertain in
            guard response.status < 300 else {
                return .refused(PocketBaseError(response, write.action), part: 0, isUncertain: isUncertain)
            }
            if response.status == 204 { return .done([.null]) }
            guard let record = try? JSONValue(parsing: response.body) else { return nil }
            return .done([record])
        }
    }

    /// Sends writes as one transaction.
    func send(_ writes: [PlannedWrite]) async throws(CancellationError) -> WriteOutcome {
        let parts = writes.flatMap(\.parts)
        let action = writes.count == 1 ? writes[0].action : "write \(writes.count) records"
        let call = PocketBaseCall(
            .post, ["batch"], body: JSONValue.of(["requests": .array(parts)]).data, action)
        return try await send(call, isRepeatable: writes.allSatisfy(\.isRepeatable)) {
            response, isUncertain in
            guard let json = try? JSONValue(parsing: response.body) else { return nil }
            if response.status < 300 { return Self.results(json, of: parts.count).map { .done($0) } }
            return Self.refusal(json, response, action, isUncertain)
        }
    }

    /// `[{"status":200,"body":{…}},{"status":204,"body":null}]`
    private static func results(_ json: JSONValue, of count: Int) -> [JSONValue]? {
        guard let results = json.elements, results.count == count else { return nil }
        return results.map { $0["body"] ?? .null }
    }

    /// `{"data":{"requests":{"1":{"code":…,"response":{"data":{…},"message":…,"status":400}}}},"message":…,"status":400}`
    static func refusal(
        _ json: JSONValue, _ response: HTTPResponse, _ action: String, _ isUncertain: Bool
    ) -> WriteOutcome {
        let error = PocketBaseError(response, action)
        guard response.status == 400, let data = json["data"]?.members else {
            return .refused(error, part: 0, isUncertain: isUncertain)
        }
        let requests = json["data"]?["requests"]
        if data.isEmpty || requests?["code"]?.string == "validation_length_too_long" {
            return .tooLarge(error)
        }
        guard let failed = requests?.members?.first, let part = Int(failed.name),
            let inner = failed.value["response"]
        else { return .refused(error, part: 0, isUncertain: isUncertain) }
        let partResponse = HTTPResponse(status: inner["status"]?.int ?? 400, body: inner.data)
        return .refused(PocketBaseError(partResponse, action), part: part, isUncertain: isUncertain)
    }

    /// - Parameter read: Reads a response; `nil` if it is not what the API documents.
    private func send(
        _ call: PocketBaseCall, isRepeatable: Bool,
        reading read: (HTTPResponse, Bool) -> WriteOutcome?
    ) async throws(CancellationError) -> WriteOutcome {
        var call = call
        call.isRepeatable = false
        let deadline = Deadline.after(connection.settings.timeout)
        var attempts = 0
        var isUncertain = false
        while true {
            attempts += 1
            let failure: any Error
            do {
                let response = try await connection.respond(to: call, deadline: deadline)
                guard RetryPolicy.isRetryable(status: response.status) else {
                    return read(response, isUncertain)
                        ?? .unknown(
                            PocketBaseError(
                                .unreadable, call.action, status: response.status,
                                "the response has another form"))
                }
                let error = PocketBaseError(response, call.action)
                if response.status != 429 { isUncertain = true }
                guard attempts < retries.maximumAttempts, isRepeatable || response.status == 429 else {
                    return .refused(error, part: 0, isUncertain: isUncertain)
                }
                failure = error
            } catch let error as CancellationError {
                throw error
            } catch let error as TransportError {
                if error.mayHaveArrived { isUncertain = true }
                guard attempts < retries.maximumAttempts, error.isRetryable, isRepeatable || !isUncertain
                else { return isUncertain ? .unknown(error) : .unsent(error) }
                failure = error
            } catch {
                return isUncertain ? .unknown(error) : .unsent(error)
            }
            let wait = retries.delay(afterAttempts: attempts, jitter: .random(in: 0..<1))
            if let instant = deadline.instant, .now + wait >= instant {
                return isUncertain ? .unknown(failure) : .unsent(failure)
            }
            do { try await Task.sleep(for: wait) } catch { throw CancellationError() }
        }
    }
}
