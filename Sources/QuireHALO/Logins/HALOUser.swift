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

    init(_ answer: ResponseObject) throws {
        try answer.expectObject()
        id = answer.looseText("id") ?? answer.looseText("identifiedId")
        email = answer.looseText("email")
        name = answer.looseText("name")
        surname = answer.looseText("surname")
        displayName = answer.looseText("displayName")
        photo = answer.looseText("photoUrl").map { ContentURL($0) }
        json = answer.value
    }
}
