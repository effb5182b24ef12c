import QuireCore

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
