import QuireCore
import QuireEngine

/// The calls that register users and log them in.
struct UserCalls: Sendable {
    let authorizer: Authorizer
    let registry: Registry

    /// Creates a user (HALO: `POST segmentation/identified/register`).
    func register(_ request: ServedRequest) throws(APIError) -> ServedResponse {
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
        return ServedResponse(200, profile)
    }

    /// Logs a user in (HALO: `POST segmentation/identified/login`). The body is a form or JSON.
    func login(_ request: ServedRequest) throws(APIError) -> ServedResponse {
        let fields = try CallFields(request)
        let network = fields["network"] ?? "halo"
        let user: String
        if network == "halo" {
            let email = try fields.required("email")
            let password = try fields.required("password")
            try authorizer.checkMayGuess()
            guard let account = registry.user(email: email, password: password) else {
                // An expired token does not show whether a password is right.
                let error = authorizer.wrongCredentials(APIError(400, "Credentials are not valid"))
                try authorizer.checkMayLogIn(request, as: nil)
                throw error
            }
            user = account
        } else {
            // The network is not asked: each token is one user.
            user = try registry.user(ofNetwork: network, token: try fields.required("token")) {
                () throws(APIError) in
                // A caller that may not log in must not create a user.
                try authorizer.checkMayLogIn(request, as: nil)
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
        try authorizer.checkMayLogIn(request, as: user)
        let token = authorizer.tokens.issue(.user(user))
        return ServedResponse(
            200,
            .object([
                .init("user", registry.profile(user) ?? .null),
                .init("token", token.json(expiry: token.expiresAt)),
            ]))
    }
}

/// The call for tokens.
struct TokenCalls: Sendable {
    let authorizer: Authorizer
    let registry: Registry
    /// Seconds that a token is valid.
    let lifetime: Int

    /// Issues a token (HALO: `POST oauth/token?_app` and `?_user`). The body is a form or JSON.
    func token(_ request: ServedRequest) throws(APIError) -> ServedResponse {
        let fields = try CallFields(request)
        try authorizer.checkMayGuess()
        let holder: TokenIssuer.Holder
        switch fields["grant_type"] {
        case "client_credentials":
            try authorizer.checkClient(fields)
            holder = .app
        case "refresh_token":
            try authorizer.checkClient(fields)
            guard let refresh = fields["refresh_token"] else {
                throw APIError(400, "refresh_token: expected a token, found nothing")
            }
            // After a restart no token is known. A server without credentials accepts it anyway.
            let isOpen = authorizer.credentials == nil
            guard let tokenHolder = authorizer.tokens.redeem(refresh) ?? (isOpen ? .app : nil) else {
                throw APIError(401, "The refresh token is not valid")
            }
            holder = tokenHolder
        case "password": holder = try passwordHolder(fields)
        case let grant:
            throw APIError(
                400,
                "grant_type: expected client_credentials, refresh_token or password, found "
                    + (grant.map { "\"\($0.shortened)\"" } ?? "nothing"))
        }
        return ServedResponse(200, authorizer.tokens.issue(holder).json(expiry: Int64(lifetime) * 1_000))
    }

    private func passwordHolder(_ fields: CallFields) throws(APIError) -> TokenIssuer.Holder {
        guard let name = fields["username"], let password = fields["password"] else {
            throw APIError(400, "username and password: expected texts")
        }
        // The client's own credentials sign in the only editor.
        if let credentials = authorizer.credentials, credentials.match(name, password) { return .app }
        // A user's password alone is not enough: it does not authorize the app.
        try authorizer.checkClient(fields)
        if let user = registry.user(email: name, password: password) { return .user(user) }
        if authorizer.credentials == nil { return .app }
        throw authorizer.wrongCredentials(APIError(401, "Credentials are not valid"))
    }
}

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
