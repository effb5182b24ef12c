import Foundation
import QuireCore
import QuireEngine

extension WriteError {
    /// The failure of an operation that the server rejected, or `nil` if the error does not concern the operation.
    init?(_ error: HALOError, _ operation: WriteOperation) {
        guard [400, 403, 404, 409, 422].contains(error.status) else { return nil }
        self.init(operation, error)
    }

    init(_ operation: WriteOperation, _ error: HALOError) {
        self.init(
            operation, status: error.status, message: error.message, type: error.type, extra: error.extra)
    }

    /// Reads HALO's error for one operation. Every part may be missing.
    init(
        _ operation: WriteOperation, status: Int?, message: String?, type: String?, extra: JSONValue?
    ) {
        let reason: Reason =
            switch status {
            case 400, 422: .invalid
            case 401, 403: .notAllowed
            case 404: .notFound
            case 409: operation.kind == .create ? .exists : .conflict
            default: .other
            }
        self.init(
            reason, operation,
            message: message ?? "the server returned \(status.map { "\($0)" } ?? "an error")")
        self.status = status
        self.type = type
        self.extra = extra
        if reason == .invalid {
            fields = Self.fields(extra?.member("problems") ?? extra, of: operation.module)
        }
        if reason == .conflict, case .string? = extra?.member("id") { newer = extra?.data }
    }

    /// `{"field":"amount","error":"validator.8","message":…}`, a list of them, or `{"amount":"undefined_attribute"}`.
    private static func fields(_ extra: JSONValue?, of module: ModuleDescriptor) -> [Field] {
        func text(_ value: JSONValue?) -> String? {
            if case .string(let text)? = value { String(text.prefix(500)) } else { nil }
        }
        switch extra {
        case .array(let elements)?: return elements.flatMap { fields($0, of: module) }
        case .object(let members)?:
            if let name = text(extra?.member("field")) {
                let field = Field(
                    name: name, code: text(extra?.member("error")), message: text(extra?.member("message")))
                return [field.finding(constraint: text(extra?.member("constraint")), of: module)]
            }
            return members.map { Field(name: $0.name, code: text($0.value)) }
        default: return []
        }
    }
}
