import QuireCore
import QuireEngine

/// An instance sent by a client: complete, or only its changes.
///
/// Keys that only the server sets (`updatedBy`, `deletedBy`, `revision`, `customerId`) and unknown keys are ignored.
/// `updatedAt` is the state that the writer saw.
struct InstanceBody: Sendable {
    let body: BodyObject
    /// The id, if the body has one.
    let id: String?
    let seenUpdatedAt: Int64?
    let createdAt: Int64?
    private(set) var values: [JSONValue.Member] = []

    init(_ body: BodyObject) throws(APIError) {
        self.body = body
        id = try body.text("id")
        if let id { try APIError.checkItemID(id, at: body.place("id")) }
        seenUpdatedAt = try body.integer("updatedAt")
        createdAt = try body.integer("createdAt")
        if let object = try body.object("values") { values = object.members }
    }

    /// The module that the body names by its id or its name.
    func module(_ catalog: ModuleCatalog, _ allowance: ReportAllowance) throws(APIError) -> ServedModule? {
        guard let text = try body.text("module") else { return nil }
        if let module = catalog[id: text] ?? catalog[name: text] { return module }
        throw APIError(
            403,
            "You can not update an instance of a module that does not belong to you or does not exist: "
                + "there is no module \"\(text.shortened)\""
                + allowance.suggestion(for: text, among: catalog.modules.map(\.id)))
    }
}

/// The changes that a write makes to an instance, checked against its module but not against the store.
struct InstanceChanges: Sendable {
    let module: ServedModule
    /// Metadata by key; `nil` clears the stored value.
    private var metadata: [(key: String, value: JSONValue?)] = []
    /// Values by field; null clears the stored value.
    private let values: [JSONValue.Member]

    /// - Throws: `APIError` if something does not fit the schema.
    init(_ sent: InstanceBody, of module: ServedModule, _ allowance: ReportAllowance) throws(APIError) {
        self.module = module
        let body = sent.body
        var checker = ValueChecker(module, allowance)
        values = checker.checked(sent.values)
        guard checker.problems.isEmpty else { throw APIError(checker.problems) }
        for key in ["name", "createdBy"] {
            try take(key, of: body) { () throws(APIError) in try body.text(key).map(JSONValue.string) }
        }
        for key in ["publishedAt", "removedAt", "archivedAt", "deletedAt"] {
            try take(key, of: body) { () throws(APIError) in try body.integer(key).map(JSONValue.integer) }
        }
        for key in ["externalId", "pushSchedule"] {
            try take(key, of: body) { () throws(APIError) in body[key] }
        }
        if let tags = try body.array("tags") {
            for (index, element) in tags.enumerated() {
                _ = try BodyObject(element, at: "tags[\(index)]").requiredText("name")
            }
            metadata.append(("tags", .array(tags)))
        }
    }

    /// The fields whose values must not be those of another instance: those that are sent, or all of an instance that is
    /// restored.
    var uniqueNames: Set<String> {
        if metadata.contains(where: { $0.key == "deletedAt" && $0.value == nil }) {
            return Set(module.descriptor.fields.fields.map(\.name))
        }
        return Set(values.map(\.name))
    }

    /// Adds a key if the body has it. Other keys stay unchanged.
    private mutating func take(
        _ key: String, of body: BodyObject, _ read: () throws(APIError) -> JSONValue?
    ) throws(APIError) {
        switch body.raw(key) {
        case nil: return
        case .null?: metadata.append((key, nil))
        default: if let value = try read() { metadata.append((key, value)) }
        }
    }

    /// Applies the changes to the stored instance.
    ///
    /// - Throws: `APIError` if a published instance would lack a required value.
    func applied(to stored: JSONValue) throws(APIError) -> JSONValue {
        var instance = stored
        for (key, value) in metadata {
            instance = value.map { instance.setting(key, $0) } ?? instance.removing(key)
        }
        var merged = instance.member("values") ?? .object([])
        for member in values {
            merged =
                member.value == .null
                ? merged.removing(member.name) : merged.setting(member.name, member.value)
        }
        instance = instance.setting("values", merged)
        guard instance.member("publishedAt") != nil, instance.member("deletedAt") == nil else {
            return instance
        }
        var checker = ValueChecker(module, ReportAllowance())
        checker.checkRequired(merged)
        guard checker.problems.isEmpty else { throw APIError(checker.problems) }
        return instance
    }
}

/// A write that is parsed and checked before its transaction opens, so that an invalid body blocks no other writer.
struct CheckedWrite: Sendable {
    let sent: InstanceBody
    /// The module that the body or the URL names.
    let module: ServedModule?
    private let changes: InstanceChanges?

    /// - Parameters:
    ///   - module: The module that the write names.
    ///   - likely: The module that held the instance before the transaction, if the write names none.
    ///   - checksValues: Whether the write stores the values that were sent.
    init(
        _ sent: InstanceBody, module: ServedModule?, likely: ServedModule? = nil,
        checksValues: Bool = true, _ allowance: ReportAllowance
    ) throws(APIError) {
        self.sent = sent
        self.module = module
        if checksValues, let target = module ?? likely {
            changes = try InstanceChanges(sent, of: target, allowance)
        } else {
            changes = nil
        }
    }

    /// The changes that the write makes to an instance of the module.
    func changes(of module: ServedModule) throws(APIError) -> InstanceChanges {
        if let changes, changes.module.id == module.id { return changes }
        // The instance moved to another module after `likely` was looked up.
        return try InstanceChanges(sent, of: module, ReportAllowance())
    }
}
