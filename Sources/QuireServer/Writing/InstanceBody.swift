import Quire

/// An instance as a client sends it to be written: whole, or what changes of it.
///
/// What only the server says (`updatedBy`, `deletedBy`, `revision`, `customerId`) is passed over, as are unknown keys;
/// `updatedAt` says which state the writer saw.
struct InstanceBody {
    let body: BodyObject
    /// The id, where the body has one.
    let id: String?
    let seenUpdatedAt: Int64?
    private var values: [JSONValue.Member] = []

    init(_ body: BodyObject) throws(Refusal) {
        self.body = body
        id = try body.text("id")
        if id?.isEmpty == true { throw body.mismatch("id", "a text that is not empty") }
        seenUpdatedAt = try body.integer("updatedAt")
        if let object = try body.object("values") { values = object.members }
    }

    /// The module that the body names, by its id; its name is taken too.
    func module(_ catalog: ModuleCatalog) throws(Refusal) -> ServedModule? {
        guard let text = try body.text("module") else { return nil }
        if let module = catalog[id: text] ?? catalog[name: text] { return module }
        throw Refusal(
            403,
            "You can not update an instance of a module that does not belong to you or does not exist: "
                + "there is no module \"\(text)\""
                + Suggestion.sentence(for: text, among: catalog.modules.map(\.id)))
    }

    /// The instance laid over another, checked.
    ///
    /// - Throws: `Refusal` where something does not fit the schema.
    func instance(over stored: JSONValue, of module: ServedModule) throws(Refusal) -> JSONValue {
        var instance = stored
        try apply("name", to: &instance) { () throws(Refusal) in try body.text("name").map(JSONValue.string) }
        for key in ["publishedAt", "removedAt", "archivedAt", "deletedAt"] {
            try apply(key, to: &instance) { () throws(Refusal) in try body.integer(key).map(JSONValue.integer)
            }
        }
        try apply("createdBy", to: &instance) { () throws(Refusal) in
            try body.text("createdBy").map(JSONValue.string)
        }
        for key in ["externalId", "pushSchedule"] {
            try apply(key, to: &instance) { () throws(Refusal) in body[key] }
        }
        if let tags = try body.array("tags") {
            for (index, element) in tags.enumerated() {
                _ = try BodyObject(element, at: "tags[\(index)]").requiredText("name")
            }
            instance = instance.setting("tags", .array(tags))
        }
        var checker = ValueChecker(module)
        var merged = instance.member("values") ?? .object([])
        for member in checker.checked(values) {
            merged =
                member.value == .null
                ? merged.removing(member.name) : merged.setting(member.name, member.value)
        }
        instance = instance.setting("values", merged)
        let isPublished = instance.member("publishedAt") != nil && instance.member("deletedAt") == nil
        if isPublished { checker.checkRequired(merged) }
        guard checker.problems.isEmpty else { throw Refusal(checker.problems) }
        return instance
    }

    /// Sets or clears a key that was sent; one that was not stays as it is.
    private func apply(
        _ key: String, to instance: inout JSONValue, _ read: () throws(Refusal) -> JSONValue?
    ) throws(Refusal) {
        switch body.raw(key) {
        case nil: return
        case .null?: instance = instance.removing(key)
        default: if let value = try read() { instance = instance.setting(key, value) }
        }
    }
}
