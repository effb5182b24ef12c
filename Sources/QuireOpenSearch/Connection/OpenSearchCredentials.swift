import Foundation

/// The credentials of every request, sent only in the header `Authorization`.
///
/// Printing never shows them.
public enum OpenSearchCredentials: Sendable, Hashable {
    /// A cluster without security.
    case none
    case basic(user: String, password: String)
    /// The encoded form of an API key, as the cluster created it. It is sent as `ApiKey …`.
    case apiKey(String)
    /// A token that is sent as `Bearer …`.
    case bearer(String)

    var header: String? {
        switch self {
        case .none: nil
        case .basic(let user, let password):
            "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
        case .apiKey(let key): "ApiKey \(key)"
        case .bearer(let token): "Bearer \(token)"
        }
    }

    /// The texts that must not appear in any error or log.
    var secrets: [String] {
        let secrets: [String] =
            switch self {
            case .none: []
            case .basic(_, let password): [password]
            case .apiKey(let key): [key]
            case .bearer(let token): [token]
            }
        let encoded = header?.split(separator: " ").last.map(String.init)
        return (secrets + [encoded].compactMap { $0 }).filter { !$0.isEmpty }
    }
}

extension OpenSearchCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of credentials, without any secret.
    public var description: String {
        switch self {
        case .none: "none"
        case .basic: "basic …"
        case .apiKey: "API key …"
        case .bearer: "bearer …"
        }
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: ["credentials": description]) }
}
