#if SQLite
import Foundation
import Quire

extension ContentAPI {
    static let invalidClient = "Client not found or invalid secret"

    /// Gives out a token (HALO: `POST oauth/token?_app` and `?_user`), for a form or for JSON.
    func token(_ request: ServedRequest) throws(Refusal) -> Answer {
        let fields = try Self.fields(request)
        let holder: TokenOffice.Holder
        switch fields["grant_type"] {
        case "client_credentials":
            try checkClient(fields)
            holder = .app
        case "refresh_token":
            try checkClient(fields)
            guard let refresh = fields["refresh_token"] else {
                throw Refusal(400, "refresh_token: expected a token, found nothing")
            }
            // After a restart nothing is known; who asks for no credentials takes it all the same.
            guard let known = tokens.redeem(refresh) ?? (options.credentials == nil ? .app : nil) else {
                throw Refusal(401, "The refresh token is not valid")
            }
            holder = known
        case "password":
            guard let name = fields["username"], let password = fields["password"] else {
                throw Refusal(400, "username and password: expected texts")
            }
            if let user = registry.user(email: name, password: password) {
                holder = .user(user)
            } else if options.credentials == nil {
                holder = .app
            } else {
                throw Refusal(401, "Credentials are not valid")
            }
        case let grant:
            throw Refusal(
                400,
                "grant_type: expected client_credentials, refresh_token or password, found "
                    + (grant.map { "\"\($0.prefix(40))\"" } ?? "nothing"))
        }
        return Answer(200, tokens.issue(holder).json(expiry: Int64(options.tokenLifetime) * 1_000))
    }

    /// Refuses a call without a good token, where tokens are asked for.
    func checkToken(_ request: ServedRequest, _ route: Route) throws(Refusal) {
        guard options.credentials != nil, !route.isOpen, tokens.holder(request) == nil else { return }
        throw Refusal(401, "The request has no valid token; ask for one at /api/oauth/token?_app")
    }

    private func checkClient(_ fields: [String: String]) throws(Refusal) {
        guard let wanted = options.credentials else { return }
        guard fields["client_id"] == wanted.clientID, fields["client_secret"] == wanted.clientSecret else {
            throw Refusal(401, Self.invalidClient)
        }
    }

    /// The body's fields, and those of the query.
    private static func fields(_ request: ServedRequest) throws(Refusal) -> [String: String] {
        var fields: [String: String] = [:]
        let type = request[header: "Content-Type"]?.prefix { $0 != ";" }.trimmingSpaces.lowercased()
        if type == "application/x-www-form-urlencoded" {
            guard let text = String(validating: request.body) else {
                throw Refusal(400, "The form is no text.")
            }
            for item in try Path.items(text) where fields[item.name] == nil { fields[item.name] = item.value }
        } else {
            let body = try BodyObject(request)
            for member in body.members {
                if case .string(let text) = member.value { fields[member.name] = text }
            }
        }
        return fields
    }
}
#endif
