import BookshopContent
import Foundation
import Quire
import QuireHTTP
import QuirePocketBase

extension PocketBaseOption {
    /// The engine with managed collections, and the superuser of the environment.
    func engine(_ environment: [String: String]) async throws -> PocketBaseEngine {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let authorization: any AuthorizationProvider
        if let token = value("POCKETBASE_TOKEN") {
            authorization = BearerToken(token)
        } else if let email = value("POCKETBASE_EMAIL"), let password = value("POCKETBASE_PASSWORD") {
            let signIn = PocketBaseAuthorization(baseURL: url)
            try await signIn.signIn(.password(email, password), to: PocketBaseAuthorization.superusers)
            authorization = signIn
        } else {
            throw BookshopError(
                "PocketBase needs a superuser in the environment: POCKETBASE_TOKEN, or POCKETBASE_EMAIL and "
                    + "POCKETBASE_PASSWORD.")
        }
        return PocketBaseEngine(
            baseURL: url, authorization: authorization,
            settings: PocketBaseSettings(
                collections: .managed, timeout: .seconds(120), locales: ContentSchema.locales))
    }
}
