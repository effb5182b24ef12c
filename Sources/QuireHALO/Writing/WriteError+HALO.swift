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

extension WriteError.Field {
    /// The same problem with the constraint that it concerns, if the schema declares it for the field.
    ///
    /// HALO has one error for lengths, `validator.10`. Quire's development server names each constraint.
    ///
    /// - Parameter given: The constraint's key, if the server sends it.
    func finding(constraint given: String?, of module: ModuleDescriptor) -> WriteError.Field {
        guard let constraints = module.fields.constraints(at: name) else { return self }
        var field = self
        if let given { field.constraint = constraints.constraint(named: given) }
        // HALO's rule has both bounds.
        if given == nil, code == "validator.10",
            (constraints.minLength == nil) != (constraints.maxLength == nil)
        {
            field.constraint =
                constraints.constraint(named: "minLength") ?? constraints.constraint(named: "maxLength")
        }
        return field
    }
}

extension FieldTable {
    /// The constraints of the field at a path such as `address.city` or `tags[2]`.
    ///
    /// Names may contain dots and brackets, so that the path is matched against the names.
    fileprivate func constraints(at path: String) -> FieldConstraints? {
        for field in fields {
            guard path.utf8.starts(with: field.name.utf8) else { continue }
            let rest = path.utf8.dropFirst(field.name.utf8.count)
            guard let next = rest.first else { return field.constraints }
            guard next == UInt8(ascii: ".") || next == UInt8(ascii: "[") else { continue }
            guard case .object(let table) = field.kind.innermost else { return field.constraints }
            let inner = rest.drop { $0 != UInt8(ascii: ".") }.dropFirst()
            if let constraints = table.constraints(at: String(decoding: inner, as: UTF8.self)) {
                return constraints
            }
        }
        return nil
    }
}

extension HALOError: DeliveryError {
    package func outcome(for operation: WriteOperation) -> DeliveryOutcome {
        switch status {
        case 401, 425, 429: return .later(isUncertain: false)
        case 300...399: return .later(isUncertain: false)
        case 400...499 where status != 408: return .refused(WriteError(operation, self))
        default: return .later(isUncertain: true)
        }
    }

    /// Only the status, because servers repeat what they were sent.
    package var storedText: String { "\(method) \(address) returned \(status)" }
}

extension AuthorizationError: DeliveryError {
    package func outcome(for operation: WriteOperation) -> DeliveryOutcome { .later(isUncertain: false) }

    package var storedText: String { "Authorization as \(mode.rawValue): \(kind.rawValue)" }
}
