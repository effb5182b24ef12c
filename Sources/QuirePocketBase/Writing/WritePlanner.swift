import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

/// Turns an operation into the write of a record.
struct WritePlanner: Sendable {
    let operation: WriteOperation
    /// The operation's position in its batch.
    let position: Int
    let layout: CollectionLayout
    let files: FileAddress
    let detection: PocketBaseConflictDetection
    /// Whether the server allows batches, if an operation depends on that.
    let hasBatches: Bool

    private var id: String { operation.id ?? "" }
    private var writer: RecordWriter { RecordWriter(layout: layout, files: files) }

    /// Whether the operation depends on the stored record, so that it has to be read first.
    var needsReading: Bool {
        switch operation.kind {
        case .truncate, .create: return false
        case .createOrUpdate: return true
        case .delete: return detection == .compare && operation.seenUpdatedAt != nil
        case .update:
            if detection == .revisions { return true }
            if operation.seenUpdatedAt != nil, detection == .compare { return true }
            return changesMetadata || writesListedFiles || !operation.modifiers.allSatisfy(isNative)
        }
    }

    /// Whether `q_meta` has to be computed from the stored one.
    private var changesMetadata: Bool {
        guard layout.isManaged, !operation.isWhole else { return false }
        return !operation.metadata.isEmpty
            || (operation.values.members ?? []).contains { layout.field(named: $0.name) == nil }
    }

    /// Whether files may have to be removed, because a list no longer has them.
    private var writesListedFiles: Bool {
        if operation.isWhole { return layout.fields.contains { $0.filesColumn != nil } }
        return (operation.values.members ?? []).contains { member in
            layout.field(named: member.name)?.filesColumn != nil
        }
    }

    /// Whether PocketBase can make the change itself (`age+`, `tags-`). Outside of batches, it reads and writes without a
    /// transaction: of 240 increments by four writers, 26 were lost.
    private func isNative(_ modifier: FieldModifier) -> Bool {
        guard hasBatches, !layout.isManaged, let field = layout.field(named: modifier.field), field.isLegal
        else { return false }
        switch field.storage {
        case .number, .integer: return modifier.kind == .add
        case .choices, .relations: return modifier.kind != .add
        default: return false
        }
    }

    // MARK: - Plans

    /// - Parameters:
    ///   - record: The stored record, if there is one and the operation depends on it.
    ///   - refusals: The revisions that cannot be claimed.
    /// - Throws: `WriteError` for an operation that must not be sent.
    func plan(over record: RecordVersion?, after refusals: ClaimRefusals) throws(WriteError) -> PlannedWrite {
        try check()
        if operation.kind == .create || (operation.kind == .createOrUpdate && record == nil) {
            return try creation()
        }
        guard needsReading else { return try directWrite() }
        switch InstanceWriting().effect(of: operation, on: record?.instance) {
        case .refuse(let failure): throw failure
        case .remove: return write(.delete)
        case .store(_, let instance): return try update(of: record, to: instance, after: refusals)
        }
    }

    private func write(_ method: HTTPRequest.Method) -> PlannedWrite {
        PlannedWrite(position: position, method: method, layout: layout, id: id)
    }

    private func creation() throws(WriteError) -> PlannedWrite {
        let body = writer.body(of: operation.instance(over: .of(["id": .string(id)])))
        try refuse(body.problems)
        var members = [JSONValue.Member("id", .string(id))] + (body.whole(layout).members ?? [])
        // A record with the id of a deleted one must not begin with revisions that are claimed already.
        if layout.isManaged {
            members.append(.init(ColumnName.revision, .integer(Date().milliseconds)))
        }
        var write = write(.post)
        write.body = .object(members)
        return write
    }

    /// A deletion, or the update of the named columns, without knowing the stored record.
    private func directWrite() throws(WriteError) -> PlannedWrite {
        var write = write(operation.kind == .delete ? .delete : .patch)
        if let seen = operation.seenUpdatedAt { write.version = version(RecordDate.text(seen.milliseconds)) }
        guard operation.kind == .update else { return write }
        if operation.isWhole {
            let body = writer.body(of: operation.instance(over: .of(["id": .string(id)])))
            try refuse(body.problems)
            write.body = body.whole(layout)
            return write
        }
        var body = RecordBody()
        for member in operation.values.members ?? [] {
            guard let field = layout.field(named: member.name) else { continue }
            writer.write(member.value, of: field, id: id, to: &body)
        }
        for modifier in operation.modifiers {
            guard let field = layout.field(named: modifier.field) else { continue }
            write.isComputed = true
            body.set(field.column + (modifier.kind == .remove ? "-" : "+"), modifier.value)
            // Adding twice is not adding once. Appending to a set and removing from it are.
            if modifier.kind == .add { write.isRepeatable = false }
        }
        try refuse(body.problems)
        if layout.isManaged { body.set(ColumnName.revision + "+", .integer(1)) }
        write.body = body.partial
        return write
    }

    /// The update to an instance that was computed from the stored one.
    private func update(
        of record: RecordVersion?, to instance: JSONValue, after refusals: ClaimRefusals
    ) throws(WriteError) -> PlannedWrite {
        var write = write(.patch)
        var body = RecordBody()
        if operation.isWhole {
            body = writer.body(of: instance)
        } else {
            let names = (operation.values.members ?? []).map(\.name) + operation.modifiers.map(\.field)
            var written: Set<String> = []
            for name in names where written.insert(name).inserted {
                guard let field = layout.field(named: name) else { continue }
                let value = instance.member("values")?.member(name) ?? .null
                writer.write(value, of: field, id: id, to: &body)
            }
            if changesMetadata {
                body.set(ColumnName.metadata, StoredMetadata.column(for: instance, of: layout))
            }
        }
        removeFiles(of: record, missingIn: instance, from: &body)
        try refuse(body.problems)
        if let record, detection == .revisions {
            let base = ClaimRefusals.Base(revision: record.revision, updated: record.updated)
            let next = record.revision + 1 + refusals.count(position, base)
            write.base = base
            body.set(ColumnName.revision, .integer(next))
            write.claim = RevisionLog.claim(next, of: id, in: layout)
        } else {
            if layout.isManaged { body.set(ColumnName.revision + "+", .integer(1)) }
            if let record { write.version = version(record.updated) }
        }
        // A second attempt would find another version, and add to that.
        if !operation.modifiers.isEmpty { write.isRepeatable = false }
        write.body = operation.isWhole ? body.whole(layout) : body.partial
        return write
    }

    /// Removes the files that a list had and no longer has.
    private func removeFiles(
        of record: RecordVersion?, missingIn instance: JSONValue, from body: inout RecordBody
    ) {
        func names(_ instance: JSONValue?, _ field: RecordField) -> [String] {
            writer.fileNames(in: instance?.member("values")?.member(field.descriptor.name), id: id)
        }
        let written = Set(body.members.map(\.name))
        for field in layout.fields where written.contains(field.column) {
            guard let files = field.filesColumn else { continue }
            let keptNames = Set(names(instance, field))
            let removed = names(record?.instance, field).filter { !keptNames.contains($0) }
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

    // MARK: - What must not be sent

    private func check() throws(WriteError) {
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
        if !detection.isExact, let modifier = operation.modifiers.first(where: { !isNative($0) }) {
            problems.append(
                .init(
                    name: modifier.field,
                    message: "the server cannot make this change without losing those of others: "
                        + "allow batches in its settings, or install Quire's hooks"))
        }
        try refuse(problems)
    }

    private func refuse(_ problems: [WriteError.Field]) throws(WriteError) {
        guard !problems.isEmpty else { return }
        var failure = WriteError(
            .invalid, operation, message: "PocketBase would not store the values as they are")
        failure.fields = problems
        throw failure
    }
}
