#if SQLite
import Quire

extension ContentAPI {
    /// Longest document of a pocket, as HALO has it.
    private static let longestPocket = 2_000

    /// Makes a user (HALO: `POST segmentation/identified/register`).
    func register(_ request: ServedRequest) throws(Refusal) -> Answer {
        let body = try BodyObject(request)
        guard let auth = try body.object("auth") else { throw body.mismatch("auth", "an object") }
        let email = try auth.requiredText("email")
        let password = try auth.requiredText("password")
        let id = InstanceWriting.newID(milliseconds: TokenOffice.now)
        var profile = JSONValue.object([
            .init("id", .string(id)), .init("identifiedId", .string(id)), .init("email", .string(email)),
        ])
        for member in try body.object("profile")?.members ?? []
        where member.name != "id" && member.value != .null {
            profile = profile.setting(member.name, member.value)
        }
        try registry.register(email: email, password: password, profile: profile, id: id)
        return Answer(200, profile)
    }

    /// Signs a user in (HALO: `POST segmentation/identified/login`).
    func login(_ request: ServedRequest) throws(Refusal) -> Answer {
        let body = try BodyObject(request)
        let network = try body.text("network") ?? "halo"
        let user: String
        if network == "halo" {
            let email = try body.requiredText("email")
            guard let known = registry.user(email: email, password: try body.requiredText("password")) else {
                throw Refusal(400, "Credentials are not valid")
            }
            user = known
        } else {
            // The network is not asked: each token is one user.
            let key = "\(network) \(try body.requiredText("token"))"
            user = try registry.networkUser(key) {
                let id = StableID.make(key)
                return (
                    id,
                    .object([
                        .init("id", .string(id)), .init("identifiedId", .string(id)),
                        .init("name", .string("A user of \(network)")),
                    ])
                )
            }
        }
        let token = tokens.issue(.user(user))
        return Answer(
            200,
            .object([
                .init("user", registry.profile(user) ?? .null),
                .init("token", token.json(expiry: token.expiresAt)),
            ]))
    }

    /// The user's pocket (HALO: `GET segmentation/identified-pocket/self`).
    func pocket(_ request: ServedRequest) throws(Refusal) -> Answer {
        guard var pocket = registry.pocket(try user(request)) else { throw Self.noUser }
        let wanted = try Path.items(request.query).filter { $0.name == "filterReferences[]" }.map(\.value)
        if !wanted.isEmpty {
            let references = pocket.member("references") ?? .object([])
            pocket = pocket.setting(
                "references", .object(wanted.map { .init($0, references.member($0) ?? .null) }))
        }
        return Answer(200, pocket)
    }

    /// Changes the user's pocket (HALO: `PUT segmentation/identified-pocket`): lists that are null are removed.
    func savePocket(_ request: ServedRequest) throws(Refusal) -> Answer {
        let user = try user(request)
        let body = try BodyObject(request)
        let lists = try body.object("references")
        for member in lists?.members ?? [] where member.value != .null { _ = try lists?.texts(member.name) }
        let data = body.raw("data")
        if let data, data.description.utf16.count > Self.longestPocket {
            throw Refusal(400, "data: expected at most \(Self.longestPocket) characters of JSON")
        }
        let saved = registry.setPocket(user) { stored in
            var references = stored.member("references") ?? .object([])
            for list in lists?.members ?? [] {
                references =
                    list.value == .null
                    ? references.removing(list.name) : references.setting(list.name, list.value)
            }
            var pocket = stored.setting("references", references)
            if let data { pocket = pocket.setting("data", data) }
            return pocket
        }
        guard let saved else { throw Self.noUser }
        return Answer(200, saved)
    }

    private func user(_ request: ServedRequest) throws(Refusal) -> String {
        guard case .user(let id)? = tokens.holder(request) else { throw Self.noUser }
        return id
    }

    private static let noUser = Refusal(403, "A pocket is a user's; the request's token is no user's")
}
#endif
