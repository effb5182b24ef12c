#if SQLite

import QuireCore
import QuireEngine

extension ContentAPI {
    /// The maximum length of a document in a pocket, as in HALO.
    private static let longestPocket = 2_000

    /// Creates a user (HALO: `POST segmentation/identified/register`).
    func register(_ request: ServedRequest) throws(Refusal) -> Answer {
        let body = try BodyObject(request, most: Registry.longestEntry)
        guard let auth = try body.object("auth") else { throw body.mismatch("auth", "an object") }
        let email = try auth.requiredText("email")
        let password = try auth.requiredText("password")
        let id = InstanceWriting.newID(milliseconds: TokenIssuer.now)
        let sent = try body.object("profile")?.members.filter {
            !["id", "identifiedId"].contains($0.name) && $0.value != .null
        }
        var members: [JSONValue.Member] = [
            .init("id", .string(id)), .init("identifiedId", .string(id)), .init("email", .string(email)),
        ]
        members += sent ?? []
        let profile = JSONValue.object(members.lastOfEachName)
        try registry.register(email: email, password: password, profile: profile, id: id)
        return Answer(200, profile)
    }

    /// Signs a user in (HALO: `POST segmentation/identified/login`). Accepts a form or JSON.
    func login(_ request: ServedRequest) throws(Refusal) -> Answer {
        let fields = try CallFields(request)
        let network = fields["network"] ?? "halo"
        let user: String
        if network == "halo" {
            let email = try fields.required("email")
            let password = try fields.required("password")
            try checkMayGuess()
            guard let known = registry.user(email: email, password: password) else {
                // A client with an expired token must not learn whether a password is correct.
                let refusal = wrongCredentials(Refusal(400, "Credentials are not valid"))
                try checkMayLogIn(request, as: nil)
                throw refusal
            }
            user = known
        } else {
            // The network itself is not contacted: each token stands for one user.
            user = try registry.user(ofNetwork: network, token: try fields.required("token")) {
                () throws(Refusal) in
                // No user is created for a client that is not allowed to log in.
                try checkMayLogIn(request, as: nil)
                let id = InstanceWriting.newID(milliseconds: TokenIssuer.now)
                return (
                    id,
                    .object([
                        .init("id", .string(id)), .init("identifiedId", .string(id)),
                        .init("name", .string("A user of \(network.shortened)")),
                    ])
                )
            }
        }
        try checkMayLogIn(request, as: user)
        let token = tokens.issue(.user(user))
        return Answer(
            200,
            .object([
                .init("user", registry.profile(user) ?? .null),
                .init("token", token.json(expiry: token.expiresAt)),
            ]))
    }

    /// Returns the user's pocket (HALO: `GET segmentation/identified-pocket/self`).
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

    /// Changes the user's pocket (HALO: `PUT segmentation/identified-pocket`). Lists that are null are removed.
    func savePocket(_ request: ServedRequest) throws(Refusal) -> Answer {
        let user = try user(request)
        let body = try BodyObject(request, most: Registry.longestEntry)
        let lists = try body.object("references")
        let sent = lists?.members ?? []
        for list in sent where list.value != .null {
            _ = try BodyObject(members: [list], path: "references").texts(list.name)
        }
        let data = body.raw("data")
        if let data, data.description.utf16.count > Self.longestPocket {
            throw Refusal(400, "data: expected at most \(Self.longestPocket) characters of JSON")
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
        return Answer(200, saved)
    }

    private func user(_ request: ServedRequest) throws(Refusal) -> String {
        guard case .user(let id)? = tokens.holder(request) else { throw Self.noUser }
        return id
    }

    private static let noUser = Refusal(403, "A pocket is a user's; the request's token is no user's")
}
#endif
