import QuireCore

/// The record of an auth collection that is signed in.
public struct PocketBaseUser: Sendable, Hashable {
    public var id: String
    /// The name of the auth collection, for example `users`.
    public var collection: String
    public var email: String?
    public var isVerified: Bool
    /// The complete record, including fields without a property here.
    public var json: JSONValue

    /// Whether it is a superuser, whom no rule of a collection restricts.
    public var isSuperuser: Bool { collection == PocketBaseAuthorization.superusers }

    /// - Parameter json: `{"id":"…","collectionName":"users","email":"…",…}`
    init?(_ json: JSONValue) {
        guard case .string(let id)? = json.member("id"), !id.isEmpty,
            case .string(let collection)? = json.member("collectionName")
        else { return nil }
        self.id = id
        self.collection = collection
        if case .string(let email)? = json.member("email"), !email.isEmpty { self.email = email }
        isVerified = json.member("verified") == .boolean(true)
        self.json = json
    }
}
