import QuireCore
import QuireEngine
import QuireHTTP

extension WriteError {
    /// Creates the failure for a rejected write.
    ///
    /// - Parameter exists: Whether the record can be read.
    init(
        _ operation: WriteOperation, _ error: PocketBaseError, in layout: CollectionLayout,
        exists: Bool = false
    ) {
        let isCreate = operation.kind == .create
        let reason: Reason
        var message = error.message
        switch error.status {
        case 400
        where error.fields.contains {
            $0.name == "id" && ($0.code == Self.notUnique || $0.code == Self.invalidKey && exists)
        }:
            reason = .exists
        case 400 where !error.fields.isEmpty: reason = .invalid
        case 400 where isCreate:
            reason = .notAllowed
            message = "the collection's rules do not allow this new record, or the server rejects its form"
        case 401, 403: reason = .notAllowed
        case 404 where exists:
            reason = .notAllowed
            message = "the item can be read, but the collection's rules do not allow this"
        case 404 where isCreate: reason = .other
        case 404:
            reason = .notFound
            message = "there is no such item, or the collection's rules hide it"
        default: reason = .other
        }
        self.init(reason, operation, message: message)
        status = error.status
        fields = error.fields.map { Field($0, layout) }
    }

    static let notUnique = "validation_not_unique"
    /// The id is taken, differs from another in case only, or has characters that the collection does not accept.
    private static let invalidKey = "validation_pk_invalid"
    /// The codes of an id that is taken.
    static let takenIDs: Set<String> = [notUnique, invalidKey]
}

extension WriteError.Field {
    /// Creates the problem of a field, with the schema's constraint that it breaks.
    fileprivate init(_ field: PocketBaseError.Field, _ layout: CollectionLayout) {
        let descriptor = layout.fields.first { $0.column == field.name }?.descriptor
        self.init(name: descriptor?.name ?? field.name, code: field.code, message: field.message)
        let names: [String: String] = [
            WriteError.notUnique: "unique", "validation_min_number_constraint": "minimum",
            "validation_max_number_constraint": "maximum", "validation_min_text_constraint": "minLength",
            "validation_max_text_constraint": "maxLength", "validation_invalid_format": "pattern",
            "validation_not_enough_values": "minItems", "validation_too_many_values": "maxItems",
        ]
        if let name = field.code.flatMap({ names[$0] }) {
            constraint =
                descriptor?.constraints?.constraint(named: name) ?? (name == "unique" ? .unique : nil)
        }
    }
}

extension PocketBaseError: DeliveryError {
    package func outcome(for operation: WriteOperation) -> DeliveryOutcome {
        switch status {
        case 401, 429: .later(isUncertain: false)
        case 400...499 where kind == .refused && status != 408:
            .refused(WriteError(operation, self))
        default: .later(isUncertain: true)
        }
    }

    /// Only the status, because a server may repeat what it was sent.
    package var storedText: String { "PocketBase could not \(action) (\(status))" }
}

extension WriteError {
    /// The failure for an error that belongs to no field.
    fileprivate init(_ operation: WriteOperation, _ error: PocketBaseError) {
        self.init(
            [401, 403].contains(error.status) ? .notAllowed : .other, operation, message: error.message)
        status = error.status
    }
}
