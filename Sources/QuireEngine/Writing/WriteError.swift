import Foundation
import QuireCore
import QuireToolbox

/// An operation that failed, and why.
public struct WriteError: Error, Sendable, Hashable {
    /// The reason, for programmatic handling.
    public enum Reason: Sendable, Hashable {
        /// The item was updated after the writer read it. `newer` contains it.
        case conflict
        /// Some values are invalid. `fields` names them.
        case invalid
        case notFound
        case notAllowed
        /// An item with the id already exists.
        case exists
        /// The engine did not report the result. The operation may or may not have been performed.
        case noResponse
        case other
    }

    /// The problem of one field.
    public struct Field: Sendable, Hashable {
        /// The wire name.
        public var name: String
        /// The server's error code, for example `validator.8`.
        public var code: String?
        public var message: String?
        /// The constraint of the schema that the value breaks; `nil` for other problems.
        public var constraint: Constraint?

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
    /// The engine's message.
    public var message: String
    /// The HTTP status, if there is one.
    public var status: Int?
    /// The server's name for the kind of error, for example `HaloError`.
    public var type: String?
    /// Additional information from the server.
    public var extra: JSONValue?
    public var fields: [Field] = []
    /// Whether the reason is required fields without a value.
    var isMissingValues = false
    /// For a conflict, the newer instance as JSON.
    public var newer: Data?

    public init(_ reason: Reason, _ operation: WriteOperation, message: String) {
        self.reason = reason
        self.message = message
        kind = operation.kind
        module = operation.module.name
        id = operation.id
    }
}

extension WriteError: CustomStringConvertible, LocalizedError, CustomReflectable {
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

    /// Shows the message, but none of the content.
    public var customMirror: Mirror { Mirror(self, children: ["failure": description]) }

    private var remedy: String {
        switch reason {
        case .conflict: "Resolve the conflict: keep one of the two, or merge them."
        case .invalid where fields.contains { $0.name == "id" }: "Use another id."
        case .invalid where isMissingValues:
            kind == .create
                ? "Set them, or create the item with create(incomplete:)." : "Set them to values."
        case .invalid where fields.contains { $0.constraint == .unique }:
            "Use another value, or update the item that has it."
        case .invalid: "Correct the values."
        case .notFound: "Check the id; the item may have been deleted."
        case .notAllowed where status == 401: "Check the credentials: the server does not accept the token."
        case .notAllowed: "Give the app the permission to edit content, or log a user in who has it."
        case .exists: "Update the item, or create it with another id."
        case .noResponse: "It may have been written: look it up before you write it again."
        case .other where status.map(Outage.isRetryable) == true:
            "It may have been written: look it up, then try again later."
        case .other: "Act on the message: the engine gives no other reason."
        }
    }
}

extension WriteOperation.Kind {
    /// The verb for messages: `could not update books 57ea`.
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

extension WriteError {
    /// Creates the failure for values that break constraints of their fields.
    package init(_ violations: [ConstraintViolation], _ operation: WriteOperation) {
        self.init(.invalid, operation, message: Self.brokenConstraints)
        fields = violations.map(Field.init)
    }

    static let brokenConstraints = "values break constraints of the schema"
}

extension WriteError.Field {
    /// Creates the problem of a value that breaks a constraint.
    package init(_ violation: ConstraintViolation) {
        self.init(name: violation.field, message: violation.message)
        constraint = violation.constraint
    }
}

/// An engine error that defines what happens to a pending write.
package protocol DeliveryError: Error {
    /// Returns what happens to a write that failed with this error.
    func outcome(for operation: WriteOperation) -> DeliveryOutcome

    /// The text of the error for storage: enough for people to act on, without secrets.
    var storedText: String { get }
}

/// What happens to a write that was not delivered.
package enum DeliveryOutcome: Sendable {
    /// The server rejects the write permanently.
    case refused(WriteError)
    /// The write may succeed later. `isUncertain` if the server may have carried it out.
    case later(isUncertain: Bool)
}

/// An error whose text may be stored in a journal, because it contains no secrets.
package protocol IndexReason: Error {
    /// The reason in readable form.
    var indexReason: String { get }
}
