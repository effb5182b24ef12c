import QuireCore
import QuireEngine
import QuireHTTP
import QuireSync

/// A write that the server rejected, and what that means for its operation.
struct WriteRefusal {
    let operation: WriteOperation
    let write: PlannedWrite
    let error: PocketBaseError
    /// Whether the claim of a revision was rejected, not the write.
    let isClaim: Bool
    /// Whether an earlier attempt may have been carried out.
    let mayBeDone: Bool
    /// Whether the item's id was made for this batch.
    let hasNewID: Bool

    /// Whether another writer has claimed the revision.
    var isTaken: Bool { isClaim && error.fields.contains { $0.code == WriteError.notUnique } }

    /// Whether only the stored record tells what the rejection means.
    var needsRecord: Bool {
        !isTaken && (isConflict || hasBadID || (error.status == 404 && !isDeleted))
    }

    private var isConflict: Bool {
        error.status == 412 || (error.status == 404 && write.isGuarded) || isClaim
    }

    /// Whether an earlier attempt has deleted the record.
    private var isDeleted: Bool {
        error.status == 404 && write.method == .delete && mayBeDone && !isConflict
    }

    private var hasBadID: Bool {
        error.fields.contains { $0.name == "id" && WriteError.takenIDs.contains($0.code ?? "") }
    }

    /// The operation's result; `nil` if it has to be applied again.
    ///
    /// - Parameter stored: The stored record; `nil` if there is none that the user may see.
    func result(_ stored: RecordVersion?) -> WriteResult? {
        if isTaken { return nil }
        if isDeleted { return .deleted(nil) }
        guard let stored else { return failure(exists: false) }
        if isConflict { return conflict(with: stored) }
        if hasBadID {
            // An earlier attempt whose response was lost.
            if mayBeDone || hasNewID, operation.isHeld(by: stored.instance) {
                return .stored(stored.instance.data)
            }
            if operation.kind == .createOrUpdate { return nil }
        }
        return failure(exists: true)
    }

    /// The result of a write that the server rejected because of its version, its claim, or a rule.
    private func conflict(with stored: RecordVersion) -> WriteResult? {
        if mayBeDone, operation.kind != .delete, operation.isHeld(by: stored.instance) {
            return .stored(stored.instance.data)
        }
        // If the version is right, a rule forbids the write.
        let isSame = write.version.map { $0.value == stored.updated } ?? true
        if isSame { return failure(exists: true) }
        guard operation.seenUpdatedAt != nil else { return nil }
        var failure = WriteError(
            .conflict, operation, message: "the item was updated after it was read")
        failure.newer = stored.instance.data
        return .failed(failure)
    }

    private func failure(exists: Bool) -> WriteResult {
        .failed(WriteError(operation, error, in: write.layout, exists: exists))
    }
}

extension WriteError {
    /// Creates the failure for a rejected write.
    ///
    /// - Parameter exists: Whether the record can be read.
    init(
        _ operation: WriteOperation, _ error: PocketBaseError, in layout: CollectionLayout,
        exists: Bool = false
    ) {
        let isCreate = operation.kind == .create
        let reason: Reason
        var message = error.message
        switch error.status {
        case 400
        where error.fields.contains {
            $0.name == "id" && ($0.code == Self.notUnique || $0.code == Self.invalidKey && exists)
        }:
            reason = .exists
        case 400 where !error.fields.isEmpty: reason = .invalid
        case 400 where isCreate:
            reason = .notAllowed
            message = "the collection's rules do not allow this new record, or the server rejects its form"
        case 401, 403: reason = .notAllowed
        case 404 where exists:
            reason = .notAllowed
            message = "the item can be read, but the collection's rules do not allow this"
        case 404 where isCreate: reason = .other
        case 404:
            reason = .notFound
            message = "there is no such item, or the collection's rules hide it"
        default: reason = .other
        }
        self.init(reason, operation, message: message)
        status = error.status
        fields = error.fields.map { Field($0, layout) }
    }

    static let notUnique = "validation_not_unique"
    /// The id is taken, differs from another in case only, or has characters that the collection does not accept.
    private static let invalidKey = "validation_pk_invalid"
    /// The codes of an id that is taken.
    static let takenIDs: Set<String> = [notUnique, invalidKey]
}

extension WriteError.Field {
    /// Creates the problem of a field, with the schema's constraint that it breaks.
    fileprivate init(_ field: PocketBaseError.Field, _ layout: CollectionLayout) {
        let descriptor = layout.fields.first { $0.column == field.name }?.descriptor
        self.init(name: descriptor?.name ?? field.name, code: field.code, message: field.message)
        let names: [String: String] = [
            WriteError.notUnique: "unique", "validation_min_number_constraint": "minimum",
            "validation_max_number_constraint": "maximum", "validation_min_text_constraint": "minLength",
            "validation_max_text_constraint": "maxLength", "validation_invalid_format": "pattern",
            "validation_not_enough_values": "minItems", "validation_too_many_values": "maxItems",
        ]
        if let name = field.code.flatMap({ names[$0] }) {
            constraint =
                descriptor?.constraints?.constraint(named: name) ?? (name == "unique" ? .unique : nil)
        }
    }
}

extension PocketBaseError: DeliveryError {
    package func outcome(for operation: WriteOperation) -> DeliveryOutcome {
        switch status {
        case 401, 429: .later(isUncertain: false)
        case 400...499 where kind == .refused && status != 408:
            .refused(WriteError(operation, self))
        default: .later(isUncertain: true)
        }
    }

    /// Only the status, because a server may repeat what it was sent.
    package var storedText: String { "PocketBase could not \(action) (\(status))" }
}

extension WriteError {
    /// The failure for an error that belongs to no field.
    fileprivate init(_ operation: WriteOperation, _ error: PocketBaseError) {
        self.init(
            [401, 403].contains(error.status) ? .notAllowed : .other, operation, message: error.message)
        status = error.status
    }
}
