import QuireCore

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
