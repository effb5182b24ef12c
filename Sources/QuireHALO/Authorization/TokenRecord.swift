import Foundation
import QuireCore
import QuireHTTP

/// The stored state of an account: its tokens, and who is logged in.
struct TokenRecord: Sendable {
    var tokens: [HALOAuthorization.Mode: HALOToken] = [:]
    var session: HALOSession?

    var isEmpty: Bool { tokens.isEmpty && session == nil }

    init() {}

    // MARK: - JSON

    /// `{"quire":1,"tokens":{"app":{…}},"session":{…}}`
    var data: Data {
        var json = JSONWriter()
        json.beginObject()
        json.key("quire")
        json.integer(1)
        json.key("tokens")
        json.beginObject()
        for (mode, token) in tokens.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            json.key(mode.rawValue)
            token.write(to: &json)
        }
        json.endObject()
        if let session {
            json.key("session")
            session.write(to: &json)
        }
        json.endObject()
        return Data(json.bytes)
    }

    /// - Throws: `TokenStoreError`, which contains no values.
    init(_ data: Data, account: String) throws {
        let document = try? JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) in
            let value = try json.value()
            try json.expectEnd()
            return value
        }
        guard let document, document["quire"] == .integer(1), case .object(let members)? = document["tokens"]
        else { throw TokenStoreError(.corrupt, at: account, detail: "it is not a record of this version") }
        for member in members {
            guard let mode = HALOAuthorization.Mode(rawValue: member.name) else { continue }
            guard let token = HALOToken(stored: member.value) else {
                throw TokenStoreError(.corrupt, at: account, detail: "the token \(member.name) is damaged")
            }
            tokens[mode] = token
        }
        if let session = document["session"] {
            guard let session = HALOSession(stored: session) else {
                throw TokenStoreError(.corrupt, at: account, detail: "the login is damaged")
            }
            self.session = session
        }
    }
}

extension HALOToken {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("access")
        json.string(access)
        if let refresh {
            json.key("refresh")
            json.string(refresh)
        }
        json.key("type")
        json.string(type)
        if let scope {
            json.key("scope")
            json.string(scope)
        }
        json.key("issuedAt")
        json.integer(issuedAt.milliseconds)
        if let expiresAt {
            json.key("expiresAt")
            json.integer(expiresAt.milliseconds)
        }
        json.endObject()
    }

    fileprivate init?(stored value: JSONValue) {
        let response = ResponseObject(value, of: "stored token")
        guard let access = try? response.text("access"), let type = try? response.text("type"),
            let issuedAt = response.looseDate("issuedAt"),
            (access + type).utf8.allSatisfy({ 0x21...0x7E ~= $0 }), !access.isEmpty, !type.isEmpty
        else { return nil }
        self.init(
            access: access, refresh: response.looseText("refresh"), type: type,
            scope: response.looseText("scope"),
            issuedAt: issuedAt, expiresAt: response.looseDate("expiresAt"))
    }
}
