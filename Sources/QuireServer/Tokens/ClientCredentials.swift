/// An app's id and secret, which its clients send to get a token.
public struct ClientCredentials: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    public var clientID: String
    public var clientSecret: String

    public init(clientID: String, clientSecret: String) {
        self.clientID = clientID
        self.clientSecret = clientSecret
    }

    public var description: String { "ClientCredentials(\(clientID))" }
    public var customMirror: Mirror { Mirror(self, children: ["clientID": clientID]) }

    /// Whether both are equal to these. Both are compared even if the first differs, so that the time does not show
    /// which is wrong.
    func match(_ id: String, _ secret: String) -> Bool {
        let isID = clientID.isSameSecret(as: id)
        return clientSecret.isSameSecret(as: secret) && isID
    }
}

extension String {
    /// Whether two secrets have the same bytes. The time of the comparison shows only their lengths.
    func isSameSecret(as other: String) -> Bool {
        let (left, right) = (Array(utf8), Array(other.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
