import QuireCore

/// The logged-in user, and the login for logging in again.
struct HALOSession: Sendable {
    var user: HALOUser
    var device: String?
    var keeping: HALOLogin.Keeping
    /// `nil` if it is not kept, or no longer accepted.
    var login: HALOLogin?

    init(user: HALOUser, device: String?, keeping: HALOLogin.Keeping, login: HALOLogin) {
        self.user = user
        self.device = device
        self.keeping = keeping
        self.login = keeping == .nothing ? nil : login
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("user")
        json.value(user.json)
        json.key("keeping")
        json.string(keeping.rawValue)
        if let device {
            json.key("device")
            json.string(device)
        }
        if let login {
            json.key("login")
            json.beginObject()
            login.writeMembers(to: &json, device: nil)
            json.endObject()
        }
        json.endObject()
    }

    /// Reads what `write` wrote.
    init?(stored value: JSONValue) {
        let response = ResponseObject(value, of: "stored login")
        guard let object = try? response.object("user"), let user = try? HALOUser(object),
            let keeping = response.looseText("keeping").flatMap(HALOLogin.Keeping.init(rawValue:))
        else { return nil }
        self.user = user
        self.keeping = keeping
        device = response.looseText("device")
        login = (try? response.object("login")).flatMap(HALOLogin.init(stored:))
    }
}

/// A user of the app.
public struct HALOUser: Sendable, Hashable {
    public var id: String?
    public var email: String?
    /// Given name.
    public var name: String?
    public var surname: String?
    public var displayName: String?
    public var photo: ContentURL?
    /// The complete response, including keys without a property here.
    public var json: JSONValue

    init(_ response: ResponseObject) throws {
        try response.expectObject()
        id = response.looseText("id") ?? response.looseText("identifiedId")
        email = response.looseText("email")
        name = response.looseText("name")
        surname = response.looseText("surname")
        displayName = response.looseText("displayName")
        photo = response.looseText("photoUrl").map { ContentURL($0) }
        json = response.value
    }
}
