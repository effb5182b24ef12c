import Foundation
import QuireCore
import QuireEngine

extension WriteOperation {
    /// The format of saved operations. Readers reject other formats.
    private static let format: Int64 = 1

    /// The complete operation, for ``init(saved:module:)``.
    package var saved: JSONValue {
        var members: [JSONValue.Member] = [
            .init("format", .integer(Self.format)), .init("kind", .string(kind.rawValue)),
            .init("module", .string(module.name)),
        ]
        if let id { members.append(.init("id", .string(id))) }
        if let moduleID { members.append(.init("moduleID", .string(moduleID))) }
        if isWhole { members.append(.init("isWhole", .boolean(true))) }
        if let createdAt { members.append(.init("createdAt", .integer(createdAt.milliseconds))) }
        if let seenUpdatedAt { members.append(.init("seenUpdatedAt", .integer(seenUpdatedAt.milliseconds))) }
        members.append(.init("metadata", metadata.saved))
        members.append(.init("values", values))
        return .object(members)
    }

    /// - Throws: `UnreadableOperation` for an operation of another version.
    package init(
        saved: JSONValue, module: (String) -> ModuleDescriptor?
    ) throws(UnreadableOperation) {
        guard case .object(let members) = saved else { throw UnreadableOperation("it is not an object") }
        guard case .integer(Self.format)? = saved.member("format") else {
            throw UnreadableOperation(
                "it has the format \(saved.member("format") ?? .null), this version reads \(Self.format)")
        }
        guard case .string(let name)? = saved.member("module"), let descriptor = module(name) else {
            throw UnreadableOperation("the schema has no module \(saved.member("module") ?? .null)")
        }
        guard case .string(let text)? = saved.member("kind"), let kind = Kind(rawValue: text) else {
            throw UnreadableOperation("it is of an unknown kind, \(saved.member("kind") ?? .null)")
        }
        self.init(kind, descriptor)
        // It was checked when it was added to the outbox.
        checks.isCopy = true
        moduleID = nil
        for member in members {
            switch (member.name, member.value) {
            case ("format", _), ("kind", _), ("module", _): break
            case ("id", .string(let text)): id = text
            case ("moduleID", .string(let text)): moduleID = text
            case ("isWhole", .boolean(let flag)): isWhole = flag
            case ("createdAt", .integer(let number)): createdAt = Date(milliseconds: number)
            case ("seenUpdatedAt", .integer(let number)): seenUpdatedAt = Date(milliseconds: number)
            case ("metadata", .object(let changes)): metadata = try MetadataChanges(saved: changes)
            case ("values", .object): values = descriptor.fields.underCurrentNames(member.value)
            default: throw UnreadableOperation("its part \"\(member.name)\" is unknown")
            }
        }
    }
}

/// The reason why a saved operation cannot be read.
package struct UnreadableOperation: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

extension MetadataChanges {
    /// The changes. Null means cleared.
    fileprivate var saved: JSONValue {
        var members: [JSONValue.Member] = []
        switch name.kind {
        case .leave: break
        case .clear, .set(nil): members.append(.init("name", .null))
        case .set(let text?): members.append(.init("name", .string(text)))
        }
        switch tags.kind {
        case .leave: break
        case .clear: members.append(.init("tags", .null))
        case .set(let tags): members.append(.init("tags", .array(tags.map(\.saved))))
        }
        for (name, change) in dates {
            switch change.kind {
            case .leave: break
            case .clear, .set(nil): members.append(.init(name, .null))
            case .set(let date?): members.append(.init(name, .integer(date.milliseconds)))
            }
        }
        return .object(members)
    }

    fileprivate init(saved: [JSONValue.Member]) throws(UnreadableOperation) {
        self.init()
        for member in saved {
            let unknown = UnreadableOperation("its metadata \"\(member.name)\" is unknown")
            switch (member.name, member.value) {
            case ("name", .null): name = .clear
            case ("name", .string(let text)): name = .set(text)
            case ("tags", .null): tags = .set([])
            case ("tags", .array(let elements)):
                var read: [Tag] = []
                for element in elements {
                    guard let tag = Tag(saved: element) else { throw unknown }
                    read.append(tag)
                }
                tags = .set(read)
            case (let name, .null):
                guard set(.clear, name) else { throw unknown }
            case (let name, .integer(let number)):
                guard set(.set(Date(milliseconds: number)), name) else { throw unknown }
            default: throw unknown
            }
        }
    }

    private mutating func set(_ change: DraftChange<Date?>, _ name: String) -> Bool {
        switch name {
        case "publishedAt": publishedAt = change
        case "archivedAt": archivedAt = change
        case "removedAt": removedAt = change
        case "deletedAt": deletedAt = change
        default: return false
        }
        return true
    }
}

extension Tag {
    fileprivate var saved: JSONValue {
        let parts = [("id", id), ("name", name), ("value", value), ("tagType", tagType)]
        return .object(parts.compactMap { name, text in text.map { .init(name, .string($0)) } })
    }

    fileprivate init?(saved: JSONValue) {
        guard case .object(let members) = saved else { return nil }
        self.init(name: "", tagType: nil)
        var hasName = false
        for member in members {
            guard case .string(let text) = member.value else { return nil }
            switch member.name {
            case "id": id = text
            case "name":
                name = text
                hasName = true
            case "value": value = text
            case "tagType": tagType = text
            default: return nil
            }
        }
        guard hasName else { return nil }
    }
}

extension WriteError {
    /// The failure as text, without the conflicting instance and the server's additional information.
    package var saved: String {
        var members: [JSONValue.Member] = [
            .init("reason", .string(reason.name)), .init("message", .string(message)),
        ]
        if let status { members.append(.init("status", .integer(Int64(status)))) }
        if let type { members.append(.init("type", .string(type))) }
        let fields = fields.map { field in
            JSONValue.object(
                [("name", field.name), ("code", field.code), ("message", field.message)]
                    .compactMap { name, text in text.map { .init(name, .string($0)) } })
        }
        if !fields.isEmpty { members.append(.init("fields", .array(fields))) }
        return JSONValue.object(members).description
    }

    /// Returns `nil` if the text has a different format.
    package init?(saved text: String, _ operation: WriteOperation) {
        guard let saved = try? JSONValue(parsing: Data(text.utf8)),
            case .string(let name)? = saved.member("reason"), let reason = Reason(name: name),
            case .string(let message)? = saved.member("message")
        else { return nil }
        self.init(reason, operation, message: message)
        status = saved.member("status")?.wholeNumber.flatMap { Int(exactly: $0) }
        if case .string(let text)? = saved.member("type") { type = text }
        guard case .array(let elements)? = saved.member("fields") else { return }
        fields = elements.compactMap { element in
            func text(_ name: String) -> String? {
                if case .string(let text)? = element.member(name) { text } else { nil }
            }
            return text("name").map { Field(name: $0, code: text("code"), message: text("message")) }
        }
    }
}

extension WriteError.Reason {
    private static let names: [(Self, String)] = [
        (.conflict, "conflict"), (.invalid, "invalid"), (.notFound, "notFound"),
        (.notAllowed, "notAllowed"), (.exists, "exists"), (.noResponse, "noResponse"), (.other, "other"),
    ]

    fileprivate var name: String { Self.names.first { $0.0 == self }?.1 ?? "other" }

    fileprivate init?(name: String) {
        guard let entry = Self.names.first(where: { $0.1 == name }) else { return nil }
        self = entry.0
    }
}
