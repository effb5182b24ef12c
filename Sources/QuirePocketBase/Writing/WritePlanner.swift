import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

/// Turns operations into writes of records.
struct WritePlanner: Sendable {
    let files: FileAddress
    let detection: PocketBaseConflictDetection
    /// Whether the server allows batches, if an operation depends on that.
    var hasBatches = false

    /// Whether the operation depends on the stored record, so that it has to be read first.
    func needsReading(_ operation: WriteOperation, _ layout: CollectionLayout) -> Bool {
        switch operation.kind {
        case .truncate, .create: return false
        case .createOrUpdate: return true
        case .delete: return detection == .compare && operation.seenUpdatedAt != nil
        case .update:
            if detection == .revisions { return true }
            if operation.seenUpdatedAt != nil, detection == .compare { return true }
            return changesMetadata(operation, layout) || writesListedFiles(operation, layout)
                || operation.modifiers.contains { !isNative($0, layout) }
        }
    }

    /// Whether `q_meta` has to be computed from the stored one.
    private func changesMetadata(_ operation: WriteOperation, _ layout: CollectionLayout) -> Bool {
        guard layout.isManaged, !operation.isWhole else { return false }
        return !operation.metadata.isEmpty
            || (operation.values.members ?? []).contains { layout.field(named: $0.name) == nil }
    }

    /// Whether files may have to be removed, because a list no longer has them.
    private func writesListedFiles(_ operation: WriteOperation, _ layout: CollectionLayout) -> Bool {
        if operation.isWhole { return layout.fields.contains { $0.filesColumn != nil } }
        return (operation.values.members ?? []).contains { member in
            layout.field(named: member.name)?.filesColumn != nil
        }
    }

    /// Whether PocketBase can make the change itself (`age+`, `tags-`). Outside of batches, it reads and writes without a
    /// transaction: of 240 increments by four writers, 26 were lost.
    private func isNative(_ modifier: FieldModifier, _ layout: CollectionLayout) -> Bool {
        guard hasBatches, !layout.isManaged, let field = layout.field(named: modifier.field), field.isLegal
        else {
            return false
        }
        switch field.storage {
        case .number, .integer: return modifier.kind == .add
        case .choices, .relations: return modifier.kind != .add
        default: return false
        }
    }

    /// Plans an operation that no reading preceded, or whose record was read.
    ///
    /// - Parameter taken: The revisions that cannot be claimed.
    /// - Throws: `WriteError` for an operation that must not be sent.
    func plan(
        _ operation: WriteOperation, at position: Int, _ layout: CollectionLayout, wasRead: Bool,
        _ held: RecordVersion?, _ taken: TakenRevisions
    ) throws(WriteError) -> PlannedWrite {
        let id = operation.id ?? ""
        try check(operation, layout)
        if operation.kind == .create || (operation.kind == .createOrUpdate && held == nil) {
            return try creation(operation, at: position, layout, id)
        }
        guard wasRead else {
            var write = PlannedWrite(
                position: position, method: operation.kind == .delete ? .delete : .patch, layout: layout,
                id: id)
            if operation.kind == .update { try fill(&write, directly: operation) }
            if let seen = operation.seenUpdatedAt {
                write.version = version(RecordDate.text(seen.milliseconds))
            }
            return write
        }
        let writing = InstanceWriting()
        let stored = held?.instance
        switch writing.effect(of: operation, on: stored) {
        case .refuse(let failure): throw failure
        case .remove:
            return PlannedWrite(position: position, method: .delete, layout: layout, id: id)
        case .store(_, let instance):
            return try update(operation, at: position, layout, held, instance, taken)
        }
    }

    private func creation(
        _ operation: WriteOperation, at position: Int, _ layout: CollectionLayout, _ id: String
    ) throws(WriteError) -> PlannedWrite {
        let instance = operation.instance(over: .of(["id": .string(id)]))
        let body = writer(layout).body(of: instance)
        try refuse(body, operation)
        var members = [JSONValue.Member("id", .string(id))] + (body.whole(layout).members ?? [])
        // A record with the id of a deleted one must not begin with revisions that are claimed already.
        if layout.isManaged {
            members.append(.init(ColumnName.revision, .integer(Date().milliseconds)))
        }
        var write = PlannedWrite(position: position, method: .post, layout: layout, id: id)
        write.body = .object(members)
        return write
    }

    /// The update of the named columns, without knowing the others.
    private func fill(_ write: inout PlannedWrite, directly operation: WriteOperation) throws(WriteError) {
        let layout = write.layout
        var body = RecordBody()
        if operation.isWhole {
            let instance = operation.instance(over: .of(["id": .string(write.id)]))
            body = writer(layout).body(of: instance)
            try refuse(body, operation)
            write.body = body.whole(layout)
            return
        }
        for member in operation.values.members ?? [] {
            guard let field = layout.field(named: member.name) else { continue }
            writer(layout).write(member.value, of: field, id: write.id, to: &body)
        }
        for modifier in operation.modifiers {
            guard let field = layout.field(named: modifier.field) else { continue }
            write.isComputed = true
            body.set(field.column + (modifier.kind == .remove ? "-" : "+"), modifier.value)
            // Adding twice is not adding once. Appending to a set and removing from it are.
            if modifier.kind == .add { write.isRepeatable = false }
        }
        try refuse(body, operation)
        if layout.isManaged { body.set(ColumnName.revision + "+", .integer(1)) }
        write.body = body.partial
    }

    /// The update to an instance that was computed from the stored one.
    private func update(
        _ operation: WriteOperation, at position: Int, _ layout: CollectionLayout, _ held: RecordVersion?,
        _ instance: JSONValue, _ taken: TakenRevisions
    ) throws(WriteError) -> PlannedWrite {
        var write = PlannedWrite(
            position: position, method: .patch, layout: layout, id: operation.id ?? "")
        var body = RecordBody()
        if operation.isWhole {
            body = writer(layout).body(of: instance)
        } else {
            let names = (operation.values.members ?? []).map(\.name) + operation.modifiers.map(\.field)
            var written: Set<String> = []
            for name in names where written.insert(name).inserted {
                guard let field = layout.field(named: name) else { continue }
                let value = instance.member("values")?.member(name) ?? .null
                writer(layout).write(value, of: field, id: write.id, to: &body)
            }
            if changesMetadata(operation, layout) {
                body.set(ColumnName.metadata, StoredMetadata.column(for: instance, of: layout))
            }
        }
        removeFiles(in: &body, held, instance, id: write.id, layout)
        try refuse(body, operation)
        if let held, detection == .revisions {
            let base = TakenRevisions.Base(revision: held.revision, updated: held.updated)
            let next = held.revision + 1 + taken.count(position, base)
            write.base = base
            body.set(ColumnName.revision, .integer(next))
            write.claim = RevisionLog.claim(next, of: write.id, in: layout)
        } else {
            if layout.isManaged { body.set(ColumnName.revision + "+", .integer(1)) }
            if let held { write.version = version(held.updated) }
        }
        // A second attempt would find another version, and add to that.
        if !operation.modifiers.isEmpty { write.isRepeatable = false }
        write.body = operation.isWhole ? body.whole(layout) : body.partial
        return write
    }

    /// Removes the files that a list had and no longer has.
    private func removeFiles(
        in body: inout RecordBody, _ held: RecordVersion?, _ instance: JSONValue, id: String,
        _ layout: CollectionLayout
    ) {
        let written = Set(body.members.map(\.name))
        for field in layout.fields where written.contains(field.column) {
            guard let files = field.filesColumn else { continue }
            let name = field.descriptor.name
            let former = writer(layout).fileNames(
                in: held?.instance.member("values")?.member(name), id: id)
            let kept = Set(
                writer(layout).fileNames(in: instance.member("values")?.member(name), id: id))
            let removed = former.filter { !kept.contains($0) }
            if !removed.isEmpty { body.set(files + "-", .texts(removed)) }
        }
    }

    private func version(_ updated: String) -> (header: String, value: String)? {
        switch detection {
        case .rule: updated.isEmpty ? nil : (PlannedWrite.ruleHeader, updated)
        case .hook: updated.isEmpty ? nil : (PocketBaseHooks.versionHeader, updated)
        case .compare, .revisions: nil
        }
    }

    private func writer(_ layout: CollectionLayout) -> RecordWriter {
        RecordWriter(layout: layout, files: files)
    }

    // MARK: - What must not be sent

    private func check(_ operation: WriteOperation, _ layout: CollectionLayout) throws(WriteError) {
        var problems: [WriteError.Field] = []
        if !layout.isManaged, operation.kind != .delete {
            for member in operation.values.members ?? []
            where layout.field(named: member.name) == nil && member.value != .null {
                problems.append(.init(name: member.name, message: "the schema has no such field"))
            }
            let metadata = operation.instance(over: .empty).members ?? []
            for member in metadata
            where !["id", "module", "values", "createdAt"].contains(member.name) && member.value != .array([])
            {
                problems.append(
                    .init(
                        name: member.name,
                        message: "an existing collection has no place for it; managed collections do"))
            }
        }
        if !detection.isExact, let modifier = operation.modifiers.first(where: { !isNative($0, layout) }) {
            problems.append(
                .init(
                    name: modifier.field,
                    message: "the server cannot make this change without losing those of others: "
                        + "allow batches in its settings, or install Quire's hooks"))
        }
        try refuse(problems, operation)
    }

    private func refuse(_ body: RecordBody, _ operation: WriteOperation) throws(WriteError) {
        try refuse(body.problems, operation)
    }

    private func refuse(
        _ problems: [WriteError.Field], _ operation: WriteOperation
    ) throws(WriteError) {
        guard !problems.isEmpty else { return }
        var failure = WriteError(
            .invalid, operation, message: "PocketBase would not store the values as they are")
        failure.fields = problems
        throw failure
    }
}
