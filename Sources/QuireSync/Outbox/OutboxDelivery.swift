import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireText

/// Sends one entry and determines the result.
///
/// Every write names the version of the item that it is based on, even if the writer did not ask for it. A write that
/// is sent twice can therefore not take effect twice: the second time, the server responds that the item has changed,
/// and the item itself shows whether the first attempt changed it.
struct OutboxDelivery: Sendable {
    let remote: any WritableEngine
    let task: OutboxTask

    private var entry: OutboxEntry { task.entry }
    private var base: OutboxBase { task.base }

    func run() async -> OutboxVerdict {
        do {
            if let verdict = try await knownBefore() { return verdict }
            let operation = sent
            let results = try await remote.writeOnce(WriteBatch([operation]))
            guard let result = results.first, results.count == 1 else {
                throw ResponseCountError(
                    engine: remote.capabilities.name, requested: 1, returned: results.count)
            }
            return try await verdict(result, operation)
        } catch {
            return OutboxOutage(error).verdict(entry)
        }
    }

    // MARK: - Sending

    /// The operation to send: a create or an update, depending on the server's version of the item, and conditional.
    private var sent: WriteOperation {
        var operation = entry.operation
        switch operation.kind {
        case .truncate, .create: return operation
        case .delete: operation.seenUpdatedAt = nil
        case .createOrUpdate where entry.sentSeen == nil:
            operation.kind = .create
            operation.seenUpdatedAt = nil
            if case .object(let members) = operation.values {
                operation.values = .object(members.filter { $0.value != .null })
            }
        case .update, .createOrUpdate:
            if operation.kind == .createOrUpdate, base.current?.isDeleted == true,
                operation.metadata.deletedAt == .leave
            {
                operation.metadata.deletedAt = .clear
            }
            operation.kind = .update
            operation.seenUpdatedAt = Date(milliseconds: entry.sentSeen ?? 0)
        }
        return operation
    }

    /// The result, if it is known without sending anything.
    private func knownBefore() async throws -> OutboxVerdict? {
        switch entry.operation.kind {
        case .create:
            // A sync has delivered the item before the response arrived.
            guard let current = base.current else { return nil }
            return exists(current)
        case .update: return base.isGone ? .conflict(theirs: nil, nil) : nil
        case .delete: return base.isGone ? .done(OutboxResponse(nil)) : nil
        case .createOrUpdate: return nil
        case .truncate:
            guard entry.isUncertain else { return nil }
            guard try await !isEmpty() else { return .done(OutboxResponse(nil)) }
            return .refused(
                WriteError(
                    .noResponse, entry.operation,
                    message: "no response came, and the module holds items: they may be newer than the write")
            )
        }
    }

    // MARK: - What came of it

    private func verdict(_ result: WriteResult, _ operation: WriteOperation) async throws -> OutboxVerdict {
        switch result {
        case .stored(let data):
            if let instance = try? JSONValue(parsing: data), case .object = instance {
                return .done(OutboxResponse(instance))
            }
            return .done(OutboxResponse(try await remoteInstance()))
        case .deleted(let data):
            var response = OutboxResponse(nil)
            let instance = data.flatMap { try? JSONValue(parsing: $0) }
            if instance?.member("deletedAt")?.wholeNumber != nil { response.date = instance?.lastDate }
            return .done(response)
        case .truncated: return .done(OutboxResponse(nil))
        case .failed(let failure): return try await verdict(failure, operation)
        }
    }

    private func verdict(
        _ failure: WriteError, _ operation: WriteOperation
    ) async throws -> OutboxVerdict {
        switch (failure.reason, operation.kind) {
        case (.conflict, .update): return try await conflict(failure, operation)
        case (.exists, .create):
            guard let theirs = try await remoteInstance() else { return .refused(failure) }
            return exists(theirs, failure)
        case (.notFound, .update):
            // An item that must exist in any case is created again.
            return entry.operation.kind == .createOrUpdate ? .again(over: nil) : .conflict(theirs: nil, nil)
        case (.notFound, .delete): return .done(OutboxResponse(nil))
        case (.noResponse, _): return .later(failure, isUncertain: true)
        case (.notAllowed, _) where failure.status == 401: return .later(failure, isUncertain: false)
        case (.other, _):
            guard let status = failure.status, RetryPolicy.isRetryable(status: status) else { break }
            return .later(failure, isUncertain: status != 429)
        default: break
        }
        return .refused(failure)
    }

    /// Handles an update that found a different version than its base.
    private func conflict(
        _ failure: WriteError, _ operation: WriteOperation
    ) async throws -> OutboxVerdict {
        var newer = failure.newer.flatMap { try? JSONValue(parsing: $0) }
        if newer == nil { newer = try await remoteInstance() }
        guard let theirs = newer else { return .conflict(theirs: nil, nil) }
        // An earlier attempt whose response was lost, or the same change by someone else.
        if entry.operation.isHeld(by: theirs) {
            return .done(OutboxResponse(theirs, isOurs: isExpected(theirs)))
        }
        if isDeletedByOthers(theirs) { return .conflict(theirs: nil, nil) }
        if entry.seen == nil, !entry.isUncertain { return .again(over: theirs) }
        return .conflict(theirs: theirs, failure)
    }

    /// Handles a create that found an existing item with its id.
    private func exists(_ theirs: JSONValue, _ failure: WriteError? = nil) -> OutboxVerdict {
        let isHeld = entry.operation.isHeld(by: theirs)
        if entry.isUncertain, isHeld || entry.madeID {
            return .done(OutboxResponse(theirs, isOurs: isHeld && !isDeletedByOthers(theirs)))
        }
        if !entry.isUncertain, entry.operation.kind == .createOrUpdate, entry.seen == nil {
            return .again(over: theirs)
        }
        if isDeletedByOthers(theirs) { return .conflict(theirs: nil, nil) }
        return .conflict(
            theirs: theirs,
            failure ?? WriteError(.exists, entry.operation, message: "there is an item of this id"))
    }

    /// Whether an instance was deleted by someone else.
    private func isDeletedByOthers(_ instance: JSONValue) -> Bool {
        if case .set(.some) = entry.operation.metadata.deletedAt.kind { return false }
        return instance.isDeleted
    }

    /// Whether an instance equals its base with only this write applied.
    private func isExpected(_ instance: JSONValue) -> Bool {
        guard !isDeletedByOthers(instance), let expected = OutboxLedger.laid([entry], over: base) else {
            return false
        }
        var whole = WriteOperation(.update, entry.operation.module)
        whole.isWhole = true
        whole.values = expected.member("values") ?? .object([])
        if case .string(let name)? = expected.member("name") { whole.metadata.name = .set(name) }
        return whole.isHeld(by: instance)
    }

    // MARK: - Looking

    /// Fetches the item from the server.
    private func remoteInstance() async throws -> JSONValue? {
        guard let id = entry.operation.id else { return nil }
        var request = SearchRequest(module: entry.operation.module)
        request.ids = [id]
        return try await instances(request).first { $0.instanceID.isByteEqual(to: id) }
    }

    private func isEmpty() async throws -> Bool {
        var request = SearchRequest(module: entry.operation.module)
        request.metaFilter = .leaf(.init(.equal, "deletedAt", value: .null, type: .null))
        return try await instances(request).isEmpty
    }

    private func instances(_ request: SearchRequest) async throws -> [JSONValue] {
        var request = request
        request.page = .page(1, size: 1)
        request.countsTotal = false
        try request.check(for: remote.capabilities)
        let page = try JSONValue(parsing: try await remote.searchData(request))
        if case .array(let items)? = page.member("items") { return items }
        if case .array(let items) = page { return items }
        throw WriteError(
            .noResponse, entry.operation, message: "the server's response to a search is not a page")
    }
}

/// The meaning of an error for the write that failed with it.
struct OutboxOutage {
    let error: any Error

    init(_ error: any Error) { self.error = error }

    func verdict(_ entry: OutboxEntry) -> OutboxVerdict {
        switch error {
        case let error as UnsupportedError:
            return .refused(
                WriteError(.other, entry.operation, message: "\(error)"))
        // An operation that no engine accepts was detected before sending.
        case let error as WriteError where error.reason == .invalid: return .refused(error)
        case let error as any DeliveryError:
            switch error.outcome(for: entry.operation) {
            case .refused(let failure): return .refused(failure)
            case .later(let isUncertain): return .later(error, isUncertain: isUncertain)
            }
        case let error as TransportError:
            return .later(error, isUncertain: error.mayHaveArrived)
        default: return .later(error, isUncertain: true)
        }
    }
}

/// One entry to send, with the item's base.
struct OutboxTask: Sendable {
    var entry: OutboxEntry
    var base: OutboxBase
}

/// The result of sending an entry.
enum OutboxVerdict: Sendable {
    /// The write was applied.
    case done(OutboxResponse)
    /// Someone else has changed the item, or deleted it if `theirs` is `nil`.
    case conflict(theirs: JSONValue?, WriteError?)
    case refused(WriteError)
    /// The write was not applied and must be sent again at once, over the server's current version.
    case again(over: JSONValue?)
    /// The result is not known yet.
    case later(any Error, isUncertain: Bool)
}

/// The server's state after a write.
struct OutboxResponse: Sendable {
    /// `nil` if the item does not exist.
    var instance: JSONValue?
    /// Whether nobody else has changed the item since, so that pending writes are based on it.
    var isOurs = true
    /// The server's date of the write in milliseconds, if it reports one.
    var date: Int64?

    init(_ instance: JSONValue?, isOurs: Bool = true) {
        self.instance = instance
        self.isOurs = isOurs
        date = instance?.lastDate
    }
}

/// The result of asking for the next entry.
enum OutboxClaim: Sendable {
    case task(OutboxTask)
    /// Nothing can be sent. Contains the number of remaining entries.
    case nothing
    /// Another sender holds the lease, at most until this time.
    case taken(until: Date)
}
