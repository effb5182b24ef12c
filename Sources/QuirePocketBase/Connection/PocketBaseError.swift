public import Foundation
import QuireCore
import QuireHTTP
import QuireRemote
import QuireToolbox

/// An error response of PocketBase, or a response that it should not have sent.
///
/// `{"data":{"title":{"code":"validation_required","message":"…"}},"message":"…","status":400}`
public struct PocketBaseError: Error, Sendable, Hashable {
    /// The kind of an error.
    public enum Kind: String, Sendable, Hashable {
        /// The server rejected the request, or failed.
        case refused
        /// The response does not have the form that the API documents.
        case unreadable
        /// The server counts records that it does not send, so the list is not complete.
        case incomplete
    }

    /// The server's problem with one field.
    public struct Field: Sendable, Hashable {
        /// The field's name. A nested one is joined by dots: `requests.0.title`.
        public var name: String
        /// For example `validation_required`.
        public var code: String?
        public var message: String?
    }

    public var kind: Kind
    /// The HTTP status.
    public var status: Int
    /// The server's message, or a description of the problem.
    public var message: String
    public var fields: [Field] = []
    /// The action that failed, for example `search in books`.
    public var action: String

    init(_ kind: Kind, _ action: String, status: Int, message: String) {
        self.kind = kind
        self.action = action
        self.status = status
        self.message = String(message.prefix(1000))
    }

    /// The error for a successful response that is not what the API documents.
    init(unreadable problem: String, _ action: String) {
        self.init(.unreadable, action, status: 200, message: problem)
    }

    /// Reads an error in the server's format. Other bodies only count by their status.
    init(_ response: HTTPResponse, _ action: String) {
        let document = try? JSONValue(parsing: response.body)
        self.init(
            .refused, action, status: response.status,
            message: document?["message"]?.string ?? "the response has no message")
        if let data = document?["data"] { fields = Self.fields(in: data, "") }
    }

    /// The error for records that the server counts and does not send.
    init(countedOnly count: Int, _ action: String) {
        self.init(
            .incomplete, action, status: 200,
            message: "the server counts \(count) more \(count == 1 ? "record" : "records"), and sends none")
    }

    private static func fields(in data: JSONValue, _ path: String) -> [Field] {
        guard case .object(let members) = data, path.utf8.count < 200 else { return [] }
        return members.flatMap { member -> [Field] in
            let name = path.isEmpty ? member.name : "\(path).\(member.name)"
            if case .string(let code)? = member.value["code"] {
                return [Field(name: name, code: code, message: member.value["message"]?.string)]
            }
            return fields(in: member.value, name)
        }
    }

    /// Whether the same request may succeed later.
    public var isRetryable: Bool { kind == .refused && RetryPolicy.isRetryable(status: status) }
}

extension PocketBaseError: OutageError {
    /// Whether the server is overloaded or has failed (429, 5xx).
    public var isOutage: Bool { kind == .refused && Outage.means(status: status) }
}

extension PocketBaseError: CustomStringConvertible, LocalizedError, CustomReflectable {
    public var description: String {
        var text = "PocketBase could not \(action) (\(status)): \(message)"
        for field in fields.prefix(10) {
            text += "; \(field.name): \(field.message ?? field.code ?? "rejected")"
        }
        return PlainText.error(text, remedy)
    }

    public var errorDescription: String? { description }

    public var customMirror: Mirror { Mirror(self, children: ["error": description]) }

    private var remedy: String {
        switch (kind, status) {
        case (.incomplete, _):
            "Hide records by the collection's rule, or lower totalItems in the hook that removes them from the list."
        case (.unreadable, _): "Check that the address is that of a PocketBase server."
        case (_, 400) where !fields.isEmpty: "Correct the values that the server names."
        case (_, 400):
            "Check that the collection has the schema's fields, and that its rules and those of related collections "
                + "allow this call."
        case (_, 401): "Sign in: the server wants a valid token."
        case (_, 403): "Sign in as somebody whom the collection's rules allow this call."
        case (_, 404):
            "Check the base URL and the name of the collection. The server also says this if a rule forbids the call."
        case (_, 413): "Send less at once."
        case (_, 429): "Send fewer requests, or try again later."
        case (_, 500...599): "The server failed: try again later."
        default: "See the server's message."
        }
    }
}

extension UnsupportedError {
    init(node: String, hint: String) {
        self.init(engine: PocketBaseConnection.engineName, node: node, hint: hint)
    }
}

extension CollectionError {
    init(_ reason: Reason, collection: String, facts: [String] = []) {
        self.init(reason, engine: PocketBaseConnection.engineName, collection: collection, facts: facts)
    }
}
