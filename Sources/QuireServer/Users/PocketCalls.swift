import QuireCore

/// The calls for the user's pocket.
struct PocketCalls: Sendable {
    let tokens: TokenIssuer
    let registry: Registry

    /// The maximum length of a pocket's document, as in HALO.
    private static let longestPocket = 2_000

    /// Returns the user's pocket (HALO: `GET segmentation/identified-pocket/self`).
    func pocket(_ request: ServedRequest) throws(APIError) -> ServedResponse {
        guard var pocket = registry.pocket(try user(request)) else { throw Self.noUser }
        let referenceNames = try Path.items(request.query).filter { $0.name == "filterReferences[]" }.map(
            \.value)
        if !referenceNames.isEmpty {
            let references = pocket.member("references") ?? .object([])
            pocket = pocket.setting(
                "references", .object(referenceNames.map { .init($0, references.member($0) ?? .null) }))
        }
        return ServedResponse(200, pocket)
    }

    /// Changes the user's pocket (HALO: `PUT segmentation/identified-pocket`). Lists that are null are removed.
    func savePocket(_ request: ServedRequest) throws(APIError) -> ServedResponse {
        let user = try user(request)
        let body = try BodyObject(request, most: Registry.longestEntry)
        let lists = try body.object("references")
        let sent = lists?.members ?? []
        for list in sent where list.value != .null {
            _ = try BodyObject(members: [list], path: "references").texts(list.name)
        }
        let data = body.raw("data")
        if let data, data.description.utf16.count > Self.longestPocket {
            throw APIError(400, "data: expected at most \(Self.longestPocket) characters of JSON")
        }
        let saved = try registry.setPocket(user) { stored in
            var references: [JSONValue.Member] = []
            if case .object(let present)? = stored.member("references") { references = present }
            references = (references + sent).lastOfEachName.filter { $0.value != .null }
            var pocket = stored.setting("references", .object(references))
            if let data { pocket = pocket.setting("data", data) }
            return pocket
        }
        guard let saved else { throw Self.noUser }
        return ServedResponse(200, saved)
    }

    private func user(_ request: ServedRequest) throws(APIError) -> String {
        guard case .user(let id)? = tokens.holder(request) else { throw Self.noUser }
        return id
    }

    private static let noUser = APIError(403, "A pocket belongs to a user; the request's token does not")
}
