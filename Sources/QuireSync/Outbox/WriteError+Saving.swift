import Foundation
import QuireCore
import QuireEngine

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
