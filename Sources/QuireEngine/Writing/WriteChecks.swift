import Foundation
import QuireCore

/// Additional information about an operation: whether it needs checks, and problems found earlier.
package struct WriteChecks: Sendable, Hashable {
    /// Values that JSON, the field's format or readers cannot represent, found when typed values were converted to
    /// JSON.
    var problems: [WriteError.Field] = []
    /// Whether required fields may be empty. See `ContentClient.create(incomplete:id:)`.
    var allowsIncomplete = false
    /// Whether the item is an exact copy from another engine.
    package var isCopy = false

    /// Checks do not affect the equality of operations.
    package static func == (left: WriteChecks, right: WriteChecks) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}

extension WriteOperation {
    /// Checks that the operation says exactly what its writer meant, that its id is valid on every engine, and that the
    /// stored item can be read back.
    ///
    /// - Throws: `WriteError` with the reason `invalid`. Its `fields` name each value.
    func checkContent() throws(WriteError) {
        guard !checks.isCopy else { return }
        if let id, let problem = ItemIDRules.problem(of: id) {
            throw refused([.init(name: "id", message: problem)], "the id cannot be used")
        }
        guard kind != .delete, kind != .truncate else { return try checkDates() }
        try checkDates()
        var problems = checks.problems
        if problems.isEmpty { problems = valueProblems + modifierProblems }
        guard problems.isEmpty else { throw refused(problems, "values cannot be written") }
        let missing = checks.allowsIncomplete ? [] : missingValues
        let broken = module.violations(of: values).map(WriteError.Field.init)
        guard broken.isEmpty else { throw refused(missing + broken, WriteError.brokenConstraints) }
        guard missing.isEmpty else {
            var failure = refused(
                missing, "required fields have no value, so that the item could not be read again")
            failure.isMissingValues = true
            throw failure
        }
    }

    private func refused(_ problems: [WriteError.Field], _ message: String) -> WriteError {
        var failure = WriteError(.invalid, self, message: message)
        failure.id = id.map(ItemIDRules.printable)
        failure.fields = problems
        return failure
    }

    /// The modifiers that fit no field, or have nothing to change.
    private var modifierProblems: [WriteError.Field] {
        modifiers.compactMap { modifier in
            let name = modifier.path
            if kind != .update {
                return .init(name: name, message: "only an update has a stored value to change")
            }
            guard let field = module.fields[modifier.field] else {
                return .init(name: name, message: "the module has no such field")
            }
            if let flaw = modifier.flaw { return .init(name: name, message: flaw) }
            let isMember = !modifier.members.isEmpty
            if modifier.applied(to: nil, field.kind) != nil, isMember == (modifier.kind == .set) {
                return nil
            }
            return .init(
                name: name,
                message: modifier.kind == .set
                    ? "it is no member of a single object; set the whole field"
                    : "the value does not fit the change")
        }
    }

    private func checkDates() throws(WriteError) {
        var dates: [(name: String, date: Date?)] = [
            ("createdAt", createdAt), ("updatedAt", seenUpdatedAt),
        ]
        for (name, change) in metadata.dates {
            if case .set(let date) = change.kind { dates.append((name, date)) }
        }
        let problems = dates.compactMap { name, date -> WriteError.Field? in
            guard let date, date.exactMilliseconds == nil else { return nil }
            return .init(
                name: name,
                message:
                    "\(date.timeIntervalSince1970) s since 1970 does not fit into 64 bits of milliseconds")
        }
        guard problems.isEmpty else { throw refused(problems, "dates cannot be written") }
    }

    /// The problems of values that were given as JSON.
    private var valueProblems: [WriteError.Field] {
        guard case .object(let members) = values else {
            return [.init(name: "values", message: "they are not an object")]
        }
        return members.compactMap { member in
            if let number = member.value.firstInexactNumber {
                return .init(name: member.name, message: "\(number) cannot be a JSON number")
            }
            if member.value.isDeeper(than: JSONValue.maximumDepth) {
                return .init(name: member.name, message: WriteError.Field.tooDeep)
            }
            return nil
        }
    }

    /// Checks that changed objects have their required members.
    ///
    /// - Throws: `WriteError` with the reason `invalid`.
    func checkMembers(of changed: [JSONValue.Member]) throws(WriteError) {
        let missing = module.fields.missing(in: .object(changed), isWhole: false, at: "")
        guard !missing.isEmpty, !checks.allowsIncomplete else { return }
        throw refused(
            missing.map { .init(name: $0, message: "a required field needs a value") },
            "an object would lack required members")
    }

    /// The required fields that would have no value.
    private var missingValues: [WriteError.Field] {
        guard case .object = values else { return [] }
        return module.fields.missing(in: values, isWhole: isWhole || kind == .create, at: "").map {
            .init(name: $0, message: "a required field needs a value")
        }
    }
}

extension FieldTable {
    /// The paths of required fields without a value. For a partial item, only those that are cleared.
    fileprivate func missing(in values: JSONValue, isWhole: Bool, at path: String) -> [String] {
        fields.flatMap { field -> [String] in
            let name = path + field.name
            switch values.member(field.name) {
            case nil: return isWhole && field.isRequired ? [name] : []
            case .null?: return field.isRequired ? [name] : []
            case let value?: return field.kind.missing(in: value, at: name)
            }
        }
    }
}

extension FieldKind {
    /// The same inside objects, which are always written as a whole.
    fileprivate func missing(in value: JSONValue, at path: String) -> [String] {
        switch (self, value) {
        case (.object(let table), .object): return table.missing(in: value, isWhole: true, at: path + ".")
        case (.list(let element), .array(let elements)):
            guard case .object = element.innermost else { return [] }
            return elements.enumerated().flatMap { element.missing(in: $1, at: "\(path)[\($0)]") }
        default: return []
        }
    }
}

extension JSONValue {
    /// The first number that JSON cannot represent. The search does not recurse.
    fileprivate var firstInexactNumber: Double? {
        var pending = [self]
        while let value = pending.popLast() {
            switch value {
            case .number(let number) where !number.isFinite: return number
            case .array(let elements): pending += elements
            case .object(let members): pending += members.map(\.value)
            default: break
            }
        }
        return nil
    }
}

// MARK: - Values with types

extension WriteError.Field {
    /// Creates the problem of a value that could not be written, with its path in an object of values.
    ///
    /// - Parameter name: The path of the bytes themselves.
    init(_ flaw: JSONFlaw, in bytes: [UInt8], of name: String = "") {
        let failure = ValueDecodingError(.invalidValue, at: flaw.offset, expected: "")
        let place = bytes.withUnsafeBytes { JSONPlace(of: failure, in: JSONBytes($0)) }
        self.init(
            name: JSONPlace.readable(name + place.path),
            message: "expected \(flaw.expected), found \(flaw.value)")
    }

    /// Creates the problem of written bytes that cannot be read back.
    fileprivate init(_ failure: ValueDecodingError, in bytes: [UInt8], of name: String) {
        let place = bytes.withUnsafeBytes { JSONPlace(of: failure, in: JSONBytes($0)) }
        let path = JSONPlace.readable(name + place.path)
        guard failure.reason == .tooDeep else {
            self.init(name: path, message: "expected \(failure.expected), found \(place.value)")
            return
        }
        // The path has one step for each level.
        self.init(name: String(path.prefix { $0 != "." && $0 != "[" }), message: Self.tooDeep)
    }

    fileprivate static let tooDeep = "arrays and objects nest deeper than \(JSONValue.maximumDepth) levels"
}

extension FieldValue {
    /// The reason why a value cannot be written exactly or read back, or `nil`.
    func problem(_ name: String, _ format: DateFormat) -> WriteError.Field? {
        var json = JSONWriter()
        write(to: &json, format)
        if let flaw = json.flaw { return .init(flaw, in: json.bytes, of: name) }
        do throws(ValueDecodingError) {
            _ = try JSONCursor.withBytes(of: Data(json.bytes)) {
                (cursor) throws(ValueDecodingError) -> Self in
                let value = try Self.read(from: &cursor, format)
                try cursor.expectEnd()
                return value
            }
            return nil
        } catch {
            return .init(error, in: json.bytes, of: name)
        }
    }
}

extension ContentDraft {
    /// The problems of the values that are set: those that JSON or the field's format cannot represent, and those that
    /// could not be read back.
    var problems: [WriteError.Field] {
        Module.descriptor.fields.fields.compactMap { field in
            guard case .set(let value)? = changes[field.name] else { return nil }
            return value.problem(field.name, field.kind.dateFormat)
        }
    }
}

/// Compares the unique fields of an instance with those of other instances.
///
/// Texts are equal if their bytes are, numbers and dates if their values are. A missing value and `null` are no value.
/// Deleted instances hold no values.
package struct UniqueValues {
    private let fields: [FieldDescriptor]

    /// - Parameter names: The fields to compare; `nil` for all.
    package init(_ module: ModuleDescriptor, names: Set<String>? = nil) {
        fields = module.uniqueFields.filter { names?.contains($0.name) ?? true }
    }

    /// Whether there is nothing to compare.
    package var isEmpty: Bool { fields.isEmpty }

    /// Returns the values of an instance that another one has.
    package func violations(of instance: JSONValue, among others: [JSONValue]) -> [ConstraintViolation] {
        guard !isEmpty, !instance.isDeletedInstance else { return [] }
        return fields.compactMap { field in
            guard let json = instance.member("values")?.member(field.name),
                let value = EvaluatedValue.values(in: json, of: field.kind).first
            else { return nil }
            let holder = others.first { other in
                guard !other.instanceID.utf8.elementsEqual(instance.instanceID.utf8),
                    !other.isDeletedInstance,
                    let held = EvaluatedValue.values(
                        in: other.member("values")?.member(field.name), of: field.kind
                    ).first
                else { return false }
                return held.standing(to: value) == .equal
            }
            return holder.map { .unique(field.name, json, heldBy: $0.instanceID) }
        }
    }
}

extension JSONValue {
    /// Whether an instance is marked as deleted.
    fileprivate var isDeletedInstance: Bool { (member("deletedAt") ?? .null) != .null }
}

extension WriteOperation {
    /// The unique values that the operation sets. An item keeps the values that it does not set, even if another has
    /// them.
    package var uniqueNames: Set<String> {
        guard !checks.isCopy, kind != .delete, kind != .truncate, case .object(let members) = values else {
            return []
        }
        let unique = module.uniqueFields
        guard !unique.isEmpty else { return [] }
        return Set(members.map(\.name) + modifiers.map(\.field)).intersection(unique.map(\.name))
    }
}
