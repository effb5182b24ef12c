import Foundation
import QuireCore
import QuireEngine
import QuireServer

/// Creates, changes and deletes items, if the explorer was started with `--write`.
struct EditCalls: Sendable {
    let context: ExplorerContext
    let feed: ChangeFeed
    private let log = UndoLog()

    init(_ context: ExplorerContext, feed: ChangeFeed) {
        self.context = context
        self.feed = feed
    }

    /// Checks values without writing them.
    func check(_ body: BodyObject) throws -> JSONValue {
        .record(["problems": try ItemEdit(body, context).problems.map(\.json).json])
    }

    func write(_ body: BodyObject) async throws -> JSONValue {
        let (engine, target) = try writable(try body.text("engine"))
        let change = try ItemEdit(body, context)
        let problems = change.problems
        guard problems.isEmpty else { throw Self.invalid(problems) }
        let stored = try await current(change.id, of: change.module, on: target)
        if let conflict = Conflict(of: change, stored: stored) { throw conflict.error }
        if change.action != .create, stored == nil {
            throw ExplorerError(
                .notFound, "\(change.module.name) has no item with this id. It may have been deleted.")
        }
        var operation = WriteOperation(change.kind, change.module.descriptor, id: change.id)
        operation.values = change.values
        operation.isWhole = change.action == .create
        // Whoever writes between the reading and this write is not overwritten.
        if !change.isForced { operation.seenUpdatedAt = Self.date(stored?.member("updatedAt")) }
        let written = try await carryOut(operation, on: target, change.module)
        let id = written?.instanceID ?? change.id ?? ""
        let undo = await log.add(
            UndoLog.Entry(
                module: change.module.name, id: id, engine: engine.id, before: stored, after: written))
        return .record(["row": written.map { ItemJSON.whole.row($0) }, "undo": undo.json])
    }

    /// Undoes the last write, unless the item was changed since.
    func undo(_ body: BodyObject) async throws -> JSONValue {
        let number = try body.requiredText("undo")
        let entry = try await log.entry(number)
        let (_, target) = try writable(entry.engine)
        let module = try context.module(entry.module)
        let stored = try await current(entry.id, of: module, on: target)
        guard stored?.member("values") == entry.after?.member("values") else {
            throw ExplorerError(
                .conflict, "The item was changed after the write that should be undone. Edit it instead.")
        }
        var operation = WriteOperation(
            entry.before == nil ? .delete : entry.after == nil ? .create : .update, module.descriptor,
            id: entry.id)
        if let before = entry.before { Self.restore(before, entry.after, of: module, in: &operation) }
        let written = try await carryOut(operation, on: target, module)
        await log.remove(number)
        return .record([
            "row": written.map { ItemJSON.whole.row($0) }, "module": module.name.json, "id": entry.id.json,
        ])
    }

    // MARK: - Parts

    private func writable(
        _ id: String?
    ) throws(ExplorerError) -> (engine: ExploredEngine, target: any WritableEngine) {
        guard context.options.mayWrite else {
            throw ExplorerError(
                .readOnly, "The explorer is read-only. Start it with --write to edit content.")
        }
        let engine = try context.engine(id)
        guard let target = engine.engine as? any WritableEngine else {
            throw ExplorerError(
                .readOnly, "\(engine.label) cannot be written. Edit the content on the main engine.")
        }
        return (engine, target)
    }

    private func current(
        _ id: String?, of module: ExploredModule, on engine: any ContentEngine
    ) async throws -> JSONValue? {
        guard let id else { return nil }
        return try await ItemSource(engine: engine).item(id, of: module.descriptor)
    }

    /// Performs an operation. Returns the stored item, or `nil` for a deleted one.
    private func carryOut(
        _ operation: WriteOperation, on engine: any WritableEngine, _ module: ExploredModule
    ) async throws -> JSONValue? {
        let results = try await engine.write(WriteBatch([operation]))
        guard let result = results.first else {
            throw ExplorerError(
                .engine, "The engine did not report the result. Look the item up before you write again.")
        }
        if engine.live == nil {
            var changes = CommittedChanges()
            changes.add(.unknown, of: module.name)
            feed.add(changes)
        }
        switch result {
        case .stored(let data): return try JSONValue(parsing: data)
        case .deleted, .truncated: return nil
        case .failed(let failure): throw Self.error(failure)
        }
    }

    private static func invalid(_ fields: [ExplorerError.Field]) -> ExplorerError {
        var error = ExplorerError(.invalid, "Some values do not fit the schema. Correct the marked fields.")
        error.fields = fields
        return error
    }

    private static func error(_ failure: WriteError) -> ExplorerError {
        let code: ExplorerError.Code =
            switch failure.reason {
            case .invalid, .exists: .invalid
            case .conflict: .conflict
            case .notFound: .notFound
            case .notAllowed: .readOnly
            case .noResponse, .other: .engine
            }
        var error = ExplorerError(code, "\(failure)")
        error.fields = failure.fields.map {
            ExplorerError.Field(
                name: $0.name, message: $0.message ?? $0.code ?? "rejected", constraint: $0.constraint?.name)
        }
        if failure.reason == .exists {
            error.fields.append(ExplorerError.Field(name: "id", message: "an item with this id exists"))
        }
        return error
    }

    /// Sets what an item had before: its values, and for a deleted one its metadata.
    private static func restore(
        _ before: JSONValue, _ after: JSONValue?, of module: ExploredModule,
        in operation: inout WriteOperation
    ) {
        let values = before.member("values") ?? .object([])
        operation.isWhole = operation.kind == .create
        if operation.kind == .create {
            operation.values = values
            operation.createdAt = date(before.member("createdAt"))
            if case .string(let name)? = before.member("name") { operation.metadata.name = .set(name) }
            if let date = date(before.member("publishedAt")) { operation.metadata.publishedAt = .set(date) }
            if let date = date(before.member("archivedAt")) { operation.metadata.archivedAt = .set(date) }
            if let date = date(before.member("removedAt")) { operation.metadata.removedAt = .set(date) }
            if case .array(let tags)? = before.member("tags") {
                let read = tags.compactMap { tag in
                    try? JSONDecoder().decode(Tag.self, from: Data(tag.description.utf8))
                }
                operation.metadata.tags = .set(read)
            }
            return
        }
        let changed = module.fields.map(\.name).filter {
            values.member($0) != after?.member("values")?.member($0)
        }
        operation.values = .object(changed.map { .init($0, values.member($0) ?? .null) })
    }

    private static func date(_ value: JSONValue?) -> Date? {
        value?.wholeNumber.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    }
}

extension ItemEdit {
    fileprivate var kind: WriteOperation.Kind {
        switch action {
        case .create: .create
        case .update: .update
        case .delete: .delete
        }
    }
}

/// The last write, so that it can be undone.
actor UndoLog {
    struct Entry: Sendable {
        var module: String
        var id: String
        var engine: String
        /// The item before the write; `nil` if the write created it.
        var before: JSONValue?
        /// The item after the write; `nil` if the write deleted it.
        var after: JSONValue?
    }

    private var number = 0
    private var last: Entry?

    /// Keeps a write, and returns its number.
    func add(_ entry: Entry) -> String {
        number += 1
        last = entry
        return String(number)
    }

    /// The write with a number, if it is the last one.
    func entry(_ text: String) throws(ExplorerError) -> Entry {
        guard let last, text == String(number) else {
            throw ExplorerError(.gone, "Only the last write can be undone.")
        }
        return last
    }

    /// Forgets the write with a number, because it was undone.
    func remove(_ text: String) { if text == String(number) { last = nil } }
}
