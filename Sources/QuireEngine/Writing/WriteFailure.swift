import Foundation
import QuireCore
import QuireToolbox

/// An operation that was not carried out, and why.
public struct WriteFailure: Error, Sendable, Hashable {
    /// Why, for code that reacts to it.
    public enum Reason: Sendable, Hashable {
        /// The item was updated after the writer read it; `newer` has it.
        case conflict
        /// Values do not fit; `fields` names them.
        case invalid
        case notFound
        case notAllowed
        /// There is an item of the id already.
        case exists
        /// The engine did not say what became of it: it may be done or not.
        case unanswered
        case other
    }

    /// What is wrong with one field.
    public struct Field: Sendable, Hashable {
        /// The wire name.
        public var name: String
        /// For example `validator.8`.
        public var code: String?
        public var message: String?

        public init(name: String, code: String? = nil, message: String? = nil) {
            self.name = name
            self.code = code
            self.message = message
        }
    }

    public var reason: Reason
    public var kind: WriteOperation.Kind
    /// The module's wire name.
    public var module: String
    public var id: String?
    /// The engine's own sentence.
    public var message: String
    /// The HTTP status, where there is one.
    public var status: Int?
    /// The server's name of the kind of error, for example `HaloError`.
    public var type: String?
    /// What the server adds.
    public var extra: JSONValue?
    public var fields: [Field] = []
    /// Whether required fields without a value are the reason.
    var isMissingValues = false
    /// In a conflict, the instance that stands in the way, as JSON.
    public var newer: Data?

    public init(_ reason: Reason, _ operation: WriteOperation, message: String) {
        self.reason = reason
        self.message = message
        kind = operation.kind
        module = operation.module.name
        id = operation.id
    }
}

extension WriteFailure: CustomStringConvertible, LocalizedError, CustomReflectable {
    public var description: String {
        var text = "Could not \(kind.verb) \(module)"
        if let id { text += " \(id)" }
        text += ": \(message)"
        for field in fields {
            let reason = [field.message, field.code].compactMap { $0 }.joined(separator: ", ")
            text += "; \(field.name): \(reason.isEmpty ? "rejected" : reason)"
        }
        if let status { text += " (\(status))" }
        return PlainText.error(text, remedy)
    }

    public var errorDescription: String? { description }

    /// Shows the sentence, and none of the content.
    public var customMirror: Mirror { Mirror(self, children: ["failure": description]) }

    private var remedy: String {
        switch reason {
        case .conflict: "Resolve the conflict: keep one of the two, or merge them."
        case .invalid where fields.contains { $0.name == "id" }: "Use another id."
        case .invalid where isMissingValues:
            kind == .create
                ? "Set them, or create the item with createIncomplete." : "Set them to values."
        case .invalid: "Correct the values."
        case .notFound: "Check the id; the item may have been deleted."
        case .notAllowed where status == 401: "Check the credentials: the server does not accept the token."
        case .notAllowed: "Give the app the permission to edit content, or log a user in who has it."
        case .exists: "Update the item, or create it with another id."
        case .unanswered: "It may have been written: look it up before you write it again."
        case .other where status.map(Outage.isRetryable) == true:
            "It may have been written: look it up, then try again later."
        case .other: "Act on the message: the engine gives no other reason."
        }
    }
}

extension WriteOperation.Kind {
    /// For sentences: `could not update books 57ea`.
    package var verb: String {
        switch self {
        case .truncate: "truncate"
        case .create: "create"
        case .update: "update"
        case .createOrUpdate: "create or update"
        case .delete: "delete"
        }
    }
}
