import Foundation
import SearchServers
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Calls to a PocketBase server of a test, as its superuser.
struct PocketBaseAPI {
    let node: PocketBaseNode
    let token: String

    init(_ node: PocketBaseNode) async throws {
        self.node = node
        let body = ["identity": node.email, "password": node.password]
        let text = String(decoding: try JSONEncoder().encode(body), as: UTF8.self)
        let response = try await Self.send(
            node, "POST", "/api/collections/_superusers/auth-with-password", text, token: nil)
        token = try #require(Self.text("token", of: response.text), "\(response)")
    }

    /// Sends a call that must succeed.
    @discardableResult
    func call(_ method: String, _ path: String, _ body: String? = nil) async throws -> String {
        let (status, text) = try await Self.send(node, method, path, body, token: token)
        #expect((200...299).contains(status), "\(method) \(path): \(status) \(text)")
        return text
    }

    /// Creates collections.
    func create(_ collections: String) async throws {
        try await call(
            "PUT", "/api/collections/import", #"{"deleteMissing":false,"collections":\#(collections)}"#)
    }

    static func send(
        _ node: PocketBaseNode, _ method: String, _ path: String, _ body: String? = nil, token: String?
    ) async throws -> (status: Int, text: String) {
        var request = URLRequest(url: try #require(URL(string: node.url.absoluteString + path)))
        request.timeoutInterval = 900
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(token, forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
    }

    /// The text of a key in a JSON object.
    static func text(_ key: String, of json: String) -> String? {
        let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        return object?[key] as? String
    }
}
