import QuireCore

/// The login of a user of the app.
///
/// ```swift
/// let user = try await halo.logIn(.email("ada@example.com", password: "…"))
/// ```
/// Printing, dumping and errors never show it.
public struct HALOLogin: Sendable, Hashable {
    enum Proof: Sendable, Hashable {
        case email(String, password: String)
        case token(String, network: String)
    }

    let proof: Proof

    /// A HALO account (`"network":"halo"`).
    public static func email(_ email: String, password: String) -> HALOLogin {
        HALOLogin(proof: .email(email, password: password))
    }

    /// A token from Facebook's SDK.
    public static func facebook(token: String) -> HALOLogin {
        HALOLogin(proof: .token(token, network: "facebook"))
    }

    /// A token from Google's SDK.
    public static func google(token: String) -> HALOLogin {
        HALOLogin(proof: .token(token, network: "google"))
    }

    /// How long a login is kept, for logging in again when the token expires.
    public enum Keeping: String, Sendable, Hashable {
        /// Not at all. When the token expires, requests fail with ``AuthorizationError`` of kind `loginEnded`.
        case nothing
        /// Until the program ends.
        case inMemory
        /// Persistently in the token store, which then contains the password.
        case inStore
    }

    /// All texts that must not be shown.
    var secrets: [String] {
        switch proof {
        case .email(let email, let password): [email, password]
        case .token(let token, _): [token]
        }
    }

    /// Writes the keys of E14, without the braces.
    func writeMembers(to json: inout JSONWriter, device: String?) {
        switch proof {
        case .email(let email, let password):
            json.key("email")
            json.string(email)
            json.key("password")
            json.string(password)
        case .token(let token, _):
            json.key("token")
            json.string(token)
        }
        if let device {
            json.key("deviceId")
            json.string(device)
        }
        json.key("network")
        switch proof {
        case .email: json.string("halo")
        case .token(_, let network): json.string(network)
        }
    }

    init(proof: Proof) { self.proof = proof }

    /// Reads what `writeMembers` wrote.
    init?(stored response: ResponseObject) {
        if let email = response.looseText("email"), let password = response.looseText("password") {
            self.init(proof: .email(email, password: password))
        } else if let token = response.looseText("token"), let network = response.looseText("network") {
            self.init(proof: .token(token, network: network))
        } else {
            return nil
        }
    }
}

extension HALOLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "HALOLogin(<redacted>)" }
    public var debugDescription: String { description }
    /// Hides the login.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The user data of a new account.
public struct HALOProfile: Sendable, Hashable {
    /// The email address. Defaults to that of the login.
    public var email: String?
    /// Given name.
    public var name: String?
    public var surname: String?
    public var displayName: String?
    public var photo: ContentURL?
    /// Further keys that the server's configuration requires.
    public var more: [String: JSONValue] = [:]

    public init(
        email: String? = nil, name: String? = nil, surname: String? = nil, displayName: String? = nil,
        photo: ContentURL? = nil
    ) {
        self.email = email
        self.name = name
        self.surname = surname
        self.displayName = displayName
        self.photo = photo
    }

    func write(to json: inout JSONWriter, login: HALOLogin) {
        var email = email
        if email == nil, case .email(let address, _) = login.proof { email = address }
        let members: [(StaticString, String?)] = [
            ("email", email), ("name", name), ("surname", surname), ("displayName", displayName),
            ("photoUrl", photo?.rawValue),
        ]
        json.beginObject()
        for (key, value) in members {
            guard let value else { continue }
            json.key(key)
            json.string(value)
        }
        for (key, value) in more.sorted(by: { $0.key < $1.key }) {
            json.key(key)
            json.value(value)
        }
        json.endObject()
    }
}
