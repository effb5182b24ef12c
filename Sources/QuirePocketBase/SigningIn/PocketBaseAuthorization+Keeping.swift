import Foundation
import QuireCore
import QuireHTTP

/// Storing the token between launches.
extension PocketBaseAuthorization {
    /// Reads the store once, before anything else.
    func load(_ deadline: Deadline) async throws {
        guard !isLoaded else { return }
        let loading = self.loading ?? startLoading()
        try await loading.value(deadline: deadline)
    }

    private func startLoading() -> SharedOutcome<Void> {
        let loading = SharedOutcome<Void>()
        self.loading = loading
        Task.detached { await self.load(for: loading) }
        return loading
    }

    private func load(for loading: SharedOutcome<Void>) async {
        do {
            if let data = try await store.load(account) {
                state = .signedIn(try Session(stored: data, account))
            }
        } catch {
            report(error)
        }
        if case .signedIn(let session) = state {
            issued = [session.token.value]
            changes.send(session.user)
        } else {
            changes.send(nil)
        }
        isLoaded = true
        loading.finish(.success(()))
    }

    /// Saves the session, after all earlier saves.
    func save() async {
        var record: Data?
        if case .signedIn(let session) = state { record = session.stored }
        let previous = lastSave
        let task = Task.detached { [store, report, account, record] in
            await previous?.value
            do {
                if let record {
                    try await store.save(record, for: account)
                } else {
                    try await store.remove(account)
                }
            } catch {
                report(error)
            }
        }
        lastSave = task
        await task.value
    }

    /// Distinguishes this server's record from others in a store.
    private var account: String {
        "\(endpoint.baseURL.origin)\(endpoint.baseURL.path(percentEncoded: true)) PocketBase"
    }
}

extension PocketBaseAuthorization.Session {
    /// `{"quire":1,"token":{…},"record":{…}}`
    fileprivate var stored: Data {
        JSONValue.object([
            .init("quire", .integer(1)), .init("token", token.stored), .init("record", user.json),
        ]).data
    }

    /// - Throws: `TokenStoreError`, which contains no values.
    fileprivate init(stored data: Data, _ account: String) throws {
        let json = try? JSONValue(parsing: data)
        guard let json, json.member("quire") == .integer(1),
            let token = json.member("token").flatMap(PocketBaseToken.init(stored:)),
            let user = json.member("record").flatMap(PocketBaseUser.init)
        else { throw TokenStoreError(.corrupt, at: account, detail: "it is not a sign-in of this version") }
        self.init(token: token, user: user, confirmedAt: nil)
    }
}
