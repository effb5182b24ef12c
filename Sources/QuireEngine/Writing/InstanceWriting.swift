import Foundation
import QuireCore

/// Performs operations on instances held as JSON. It defines the semantics of writes for engines that hold content
/// themselves.
package struct InstanceWriting: Sendable {
    /// The effect of an operation on the instance with its id.
    package enum Effect: Sendable {
        case store(id: String, JSONValue)
        case remove
        case refuse(WriteError)
    }

    private let now: Date

    /// - Parameter now: The value of `createdAt` and `updatedAt`.
    package init(now: Date = Date()) { self.now = now }

    /// Returns the effect of an operation other than `truncate`.
    ///
    /// - Parameter stored: The instance with the operation's id, or `nil` if there is none.
    package func effect(of operation: WriteOperation, on stored: JSONValue?) -> Effect {
        if let stored, let newer = conflict(operation, stored) { return .refuse(newer) }
        switch (operation.kind, stored) {
        case (.create, .some):
            return .refuse(WriteError(.exists, operation, message: "there is an item of this id"))
        case (.update, nil), (.delete, nil):
            return .refuse(WriteError(.notFound, operation, message: "there is no item with this id"))
        case (.delete, .some), (.truncate, _): return .remove
        case (.create, nil), (.createOrUpdate, nil): return created(operation)
        case (.update, let stored?), (.createOrUpdate, let stored?): return updated(operation, stored)
        }
    }

    private func created(_ operation: WriteOperation) -> Effect {
        let id = operation.id ?? Self.newID(at: now)
        let instance = operation.instance(over: .object([.init("id", .string(id))]))
        let created = operation.createdAt?.milliseconds ?? now.milliseconds
        return .store(
            id: id,
            instance.setting("createdAt", .integer(created))
                .setting("updatedAt", .integer(max(created, now.milliseconds))))
    }

    private func updated(_ operation: WriteOperation, _ stored: JSONValue) -> Effect {
        let instance: JSONValue
        do throws(WriteError) {
            instance = try operation.modified(operation.instance(over: stored))
        } catch {
            return .refuse(error)
        }
        // Two updates within a millisecond must still have different dates.
        let after = Self.date("updatedAt", stored).map { $0 == .max ? $0 : $0 + 1 } ?? .min
        return .store(
            id: stored.instanceID,
            instance.setting("updatedAt", .integer(max(now.milliseconds, after))))
    }

    private func conflict(_ operation: WriteOperation, _ stored: JSONValue) -> WriteError? {
        guard let seen = operation.seenUpdatedAt,
            let last = Self.date("updatedAt", stored) ?? Self.date("createdAt", stored),
            last > seen.milliseconds
        else { return nil }
        var failure = WriteError(
            .conflict, operation, message: "the item was updated after it was read")
        failure.newer = stored.data
        return failure
    }

    private static func date(_ name: String, _ instance: JSONValue) -> Int64? {
        instance.member(name)?.wholeNumber
    }

    /// Creates an id in HALO's format: 24 hexadecimal digits; the first eight are the seconds.
    package static func newID(at date: Date) -> String { newID(milliseconds: date.milliseconds) }

    /// The same, with the time in milliseconds since 1970.
    package static func newID(milliseconds: Int64) -> String {
        let seconds = UInt32(truncatingIfNeeded: milliseconds / 1000)
        return hexadecimal(UInt64(seconds), digits: 8)
            + hexadecimal(UInt64.random(in: 0...UInt64.max), digits: 16)
    }

    private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: digits - text.count) + text
    }
}

extension WriteBatch {
    /// Checks that updates and deletions have an id, and that every operation can be written exactly.
    ///
    /// - Parameter modifies: Whether the engine supports `WriteOperation.modifiers`.
    /// - Throws: `EmptyBatchError`; `UnsupportedError`; `WriteError` with the reason `invalid`.
    package func check(for engine: String, modifies: Bool = false) throws {
        guard !isEmpty else { throw EmptyBatchError() }
        for operation in operations {
            if let modifier = operation.modifiers.first, !modifies {
                throw UnsupportedError(
                    engine: engine, node: "\(modifier.kind.rawValue) of \(modifier.path)",
                    hint: "read the item, and update it with the new value")
            }
            let needsID = [.update, .createOrUpdate, .delete].contains(operation.kind)
            guard operation.id?.isEmpty ?? needsID else {
                try operation.checkContent()
                continue
            }
            throw UnsupportedError(
                engine: engine, node: "\(operation.kind.verb) in \(operation.module.name) without an id",
                hint: "name the item's id, or create it and leave the id out")
        }
    }
}

extension WriteError {
    /// The failure for values that do not fit their fields.
    package init(_ error: ContentDecodingError, _ operation: WriteOperation) {
        self.init(
            .invalid, operation, message: "expected \(error.expected) at \(error.path), found \(error.found)")
        guard error.path.hasPrefix("values") else { return }
        let name = error.path.dropFirst("values".count).drop { $0 == "." }
        fields = [Field(name: String(name), message: "expected \(error.expected)")]
    }
}

extension Content {
    /// Returns the item in the format in which HALO writes instances.
    ///
    /// - Throws: `WriteError` for a value that JSON, or its field's format, cannot represent.
    package func exactInstance() throws(WriteError) -> [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        var problems = metadata.shortenedRelationProblems
        if let flaw = json.flaw { problems.append(WriteError.Field(flaw, in: json.bytes)) }
        guard !problems.isEmpty else { return json.bytes }
        var failure = WriteError(
            .invalid, WriteOperation(.createOrUpdate, Module.descriptor, id: id.rawValue),
            message: "values cannot be written")
        failure.fields = problems
        throw failure
    }
}

extension ContentMetadata {
    /// The relations whose stored ids a write of the whole item would lose.
    var shortenedRelationProblems: [WriteError.Field] {
        shortenedRelations.map {
            .init(
                name: $0,
                message: "it has only the related items that the query of its include found; "
                    + "write a draft with the changed fields, or fetch the item without that query")
        }
    }
}
