import QuireCore
import QuireEngine
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
