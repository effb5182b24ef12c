import QuireCore

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
