import Foundation
import QuireCore
import QuireHTTP

/// Removes secrets from exchanges, because recordings are usually committed to a repository.
///
/// It removes the values of all headers that are not known to be harmless (`HTTPHeaders.isPublic`), the user and
/// password of an address, and, in addresses, forms and JSON, the values of secret names at any depth.
public struct Redaction: Sendable, Hashable {
    /// The replacement for a secret.
    public static let mark = "redacted"

    /// Names whose values are always secret, in lower case.
    public var secretNames: Set<String> = [
        "access_token", "api_key", "apikey", "authorization", "client_secret", "id_token", "password",
        "refresh_token", "secret", "token",
    ]

    /// Names whose values are also secret in addresses and forms. In JSON, they may be content.
    public var secretParameters: Set<String> = ["client_id", "code", "email", "key", "signature", "username"]

    public init() {}

    func redacted(_ request: HTTPRequest) -> Recording.Request {
        Recording.Request(
            method: request.method.rawValue, url: address(request.url), headers: headers(request.headers),
            body: body(request.body, request.headers["Content-Type"]))
    }

    func redacted(_ response: HTTPResponse) -> Recording.Response {
        Recording.Response(
            status: response.status, headers: headers(response.headers),
            body: body(response.body, response.headers["Content-Type"]))
    }

    private func isSecretParameter(_ name: String) -> Bool {
        secretNames.contains(name.lowercased()) || secretParameters.contains(name.lowercased())
    }

    private func headers(_ headers: HTTPHeaders) -> [String: String] {
        var visibleHeaders: [String: String] = [:]
        for field in headers {
            visibleHeaders[field.name.lowercased()] =
                HTTPHeaders.isPublic(field.name) ? field.value : Self.mark
        }
        return visibleHeaders
    }

    private func address(_ url: URL) -> String {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return Self.mark }
        if parts.user != nil { parts.user = Self.mark }
        if parts.password != nil { parts.password = Self.mark }
        parts.queryItems = parts.queryItems?.map { item in
            isSecretParameter(item.name) && item.value != nil
                ? URLQueryItem(name: item.name, value: Self.mark) : item
        }
        return parts.string ?? Self.mark
    }

    private func body(_ data: Data?, _ type: String?) -> Recording.Body? {
        guard let data, !data.isEmpty else { return nil }
        if type?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false {
            return .text(form(String(decoding: data, as: UTF8.self)))
        }
        let value = try? JSONCursor.withBytes(of: data) { (cursor) throws(ValueDecodingError) in
            let value = try cursor.value()
            try cursor.expectEnd()
            return value
        }
        // A body without secrets is kept byte for byte.
        guard let value, let redacted = redacted(value) else { return Recording.Body(data) }
        var json = JSONWriter()
        json.value(redacted)
        return .text(String(decoding: json.bytes, as: UTF8.self))
    }

    private func form(_ text: String) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let name = pair.prefix { $0 != "=" }
            let plain = name.replacing("+", with: " ").removingPercentEncoding ?? String(name)
            return isSecretParameter(plain) ? "\(name)=\(Self.mark)" : String(pair)
        }.joined(separator: "&")
    }

    /// The value without its secrets, or `nil` if it has none.
    private func redacted(_ value: JSONValue, isSecret: Bool = false) -> JSONValue? {
        switch value {
        case .object(let members):
            let changed = members.map { member in
                redacted(member.value, isSecret: secretNames.contains(member.name.lowercased()))
            }
            guard changed.contains(where: { $0 != nil }) else { return nil }
            return .object(zip(members, changed).map { JSONValue.Member($0.name, $1 ?? $0.value) })
        case .array(let elements):
            let changed = elements.map { redacted($0, isSecret: isSecret) }
            guard changed.contains(where: { $0 != nil }) else { return nil }
            return .array(zip(elements, changed).map { $1 ?? $0 })
        case .string, .integer, .number: return isSecret ? .string(Self.mark) : nil
        case .null, .boolean: return nil
        }
    }
}
