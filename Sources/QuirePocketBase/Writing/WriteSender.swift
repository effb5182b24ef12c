import Foundation
import QuireCore
import QuireHTTP
import QuireRemote

/// The result of a call: one write, or a batch of them.
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
    /// There is no result. If it is unknown, the server may have carried it out.
    case failed(any Error, isUnknown: Bool)
}

/// The result of one write.
struct SentWrite: Sendable {
    enum Outcome: Sendable {
        /// The record; null for a deletion.
        case done(JSONValue)
        /// - Parameters:
        ///   - isClaim: Whether the claim of a revision was rejected, not the write.
        ///   - isUncertain: Whether an earlier attempt may have been carried out.
        case refused(PocketBaseError, isClaim: Bool, isUncertain: Bool)
        case failed(any Error, isUnknown: Bool)
    }

    let write: PlannedWrite
    let outcome: Outcome
}

/// Sends writes, and repeats those that an overloaded server or a broken connection stopped.
///
/// A rejected call (429) is always repeated, after a growing pause: PocketBase sends no `Retry-After`. After a lost response
/// or 5xx, a write is repeated if doing it twice does no harm.
struct WriteSender: Sendable {
    let connection: PocketBaseConnection
    let retries: RetryPolicy

    /// Sends writes of different records, in one call if the server allows batches.
    ///
    /// A batch that is too large is halved. After a rejection the others are sent again, after three of them one by one.
    ///
    /// - Parameters:
    ///   - isBatched: Whether the server allows batches.
    ///   - isWhole: Whether all writes are carried out, or none. After a rejection, the others have no result.
    func send(
        _ writes: [PlannedWrite], isBatched: Bool, isWhole: Bool = false
    ) async throws(CancellationError) -> [SentWrite] {
        var sent: [SentWrite] = []
        var rest = writes
        var rejections = 0
        // The positions of writes whose earlier attempt may have been carried out.
        var uncertain: Set<Int> = []
        while let first = rest.first {
            let isTogether =
                rest.count > 1 && rejections < 3 && (isBatched || rest.contains(where: \.needsBatch))
            let call = isTogether || isWhole ? rest : [first]
            func fail(_ error: any Error, _ isUnknown: Bool) {
                sent += call.map { .init(write: $0, outcome: .failed(error, isUnknown: isUnknown)) }
                rest.removeFirst(call.count)
            }
            switch isWhole ? try await sendBatch(call) : try await sendOnce(call) {
            case .done(let records):
                // Of a write with a claim, the record comes last.
                var part = 0
                for write in call {
                    part += write.claim == nil ? 1 : 2
                    let record = records.indices.contains(part - 1) ? records[part - 1] : .null
                    sent.append(SentWrite(write: write, outcome: .done(record)))
                }
                rest.removeFirst(call.count)
            case .refused(let error, let part, let isUncertain):
                if isUncertain { uncertain.formUnion(call.map(\.position)) }
                guard let (index, isClaim) = Self.index(ofPart: part, in: call),
                    call.count == 1 && !isWhole || !error.isRetryable
                else {
                    fail(error, isUncertain)
                    continue
                }
                rejections += 1
                let write = rest.remove(at: index)
                sent.append(
                    SentWrite(
                        write: write,
                        outcome: .refused(
                            error, isClaim: isClaim, isUncertain: uncertain.contains(write.position))))
                if isWhole { return sent }
            case .tooLarge(let error):
                guard call.count > 1, !isWhole else {
                    fail(error, false)
                    continue
                }
                sent += try await send(Array(rest.prefix(rest.count / 2)), isBatched: isBatched)
                rest.removeFirst(rest.count / 2)
            case .failed(let error, let isUnknown):
                fail(error, isUnknown)
            }
        }
        return sent
    }

    /// The write that a part of a batch belongs to, and whether the part is its claim.
    private static func index(ofPart part: Int, in writes: [PlannedWrite]) -> (index: Int, isClaim: Bool)? {
        var start = 0
        for (index, write) in writes.enumerated() {
            let count = write.claim == nil ? 1 : 2
            if part < start + count { return (index, count == 2 && part == start) }
            start += count
        }
        return nil
    }

    private func sendOnce(_ writes: [PlannedWrite]) async throws(CancellationError) -> WriteOutcome {
        guard writes.count == 1, !writes[0].needsBatch else { return try await sendBatch(writes) }
        let write = writes[0]
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
    private func sendBatch(_ writes: [PlannedWrite]) async throws(CancellationError) -> WriteOutcome {
        let parts = writes.flatMap(\.parts)
        let action = writes.count == 1 ? writes[0].action : "write \(writes.count) records"
        let call = PocketBaseCall(
            .post, ["batch"], body: JSONValue.of(["requests": .array(parts)]).data, action: action)
        return try await send(call, isRepeatable: writes.allSatisfy(\.isRepeatable)) {
            response, isUncertain in
            guard let json = try? JSONValue(parsing: response.body) else { return nil }
            if response.status < 300 { return Self.results(json, of: parts.count).map { .done($0) } }
            return Self.refusal(json, response, action: action, isUncertain: isUncertain)
        }
    }

    /// `[{"status":200,"body":{…}},{"status":204,"body":null}]`
    private static func results(_ json: JSONValue, of count: Int) -> [JSONValue]? {
        guard let results = json.elements, results.count == count else { return nil }
        return results.map { $0["body"] ?? .null }
    }

    /// `{"data":{"requests":{"1":{"code":…,"response":{"data":{…},"message":…,"status":400}}}},"message":…,"status":400}`
    static func refusal(
        _ json: JSONValue, _ response: HTTPResponse, action: String, isUncertain: Bool
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
                        ?? .failed(
                            PocketBaseError(
                                .unreadable, call.action, status: response.status,
                                message: "the response has another form"), isUnknown: true)
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
                else { return .failed(error, isUnknown: isUncertain) }
                failure = error
            } catch {
                return .failed(error, isUnknown: isUncertain)
            }
            let wait = retries.delay(afterAttempts: attempts, jitter: .random(in: 0..<1))
            if let instant = deadline.instant, .now + wait >= instant {
                return .failed(failure, isUnknown: isUncertain)
            }
            do { try await Task.sleep(for: wait) } catch { throw CancellationError() }
        }
    }
}
