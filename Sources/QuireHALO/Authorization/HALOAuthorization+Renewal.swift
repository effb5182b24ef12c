import QuireHTTP

/// Renews tokens: once for all callers that wait for a token.
extension HALOAuthorization {
    /// Starts a renewal that continues even if its callers leave.
    func startRenewal(of mode: Mode, replacing rejected: String?) -> SharedOutcome<String> {
        let renewal = SharedOutcome<String>()
        slots[mode, default: Slot()].renewal = renewal
        let replaced = slots[mode]?.token?.header ?? rejected
        Task.detached { await self.renew(mode, replacing: replaced, for: renewal) }
        return renewal
    }

    private func renew(_ mode: Mode, replacing replaced: String?, for renewal: SharedOutcome<String>) async {
        let result: Result<HALOToken, any Error>
        do {
            result = .success(try await newToken(mode, for: renewal))
        } catch {
            result = .failure(AuthorizationError(error, mode, hiding: secrets))
        }
        // The user or credentials changed meanwhile, so nobody needs the token any more.
        guard isCurrent(renewal, mode) else { return renewal.finish(.failure(IdentityChanged())) }
        switch result {
        case .success(let token):
            install(token, as: mode)
            slots[mode]?.unsaved = token.header
            await save()
            if isCurrent(renewal, mode) {
                slots[mode]?.renewal = nil
                slots[mode]?.unsaved = nil
            }
            renewal.finish(.success(token.header))
        case .failure(let error):
            slots[mode]?.renewal = nil
            slots[mode]?.failure = (replaced, error)
            renewal.finish(.failure(error))
        }
    }

    private func newToken(_ mode: Mode, for renewal: SharedOutcome<String>) async throws -> HALOToken {
        switch mode {
        case .app:
            guard let app = credentials.app else { throw AuthorizationError(.missingCredentials, .app) }
            return try await newAppToken(app, for: renewal)
        case .user:
            guard let user = credentials.user else { throw AuthorizationError(.missingCredentials, .user) }
            return try await endpoint.userToken(user)
        case .appPlus:
            return try await newSessionToken(for: renewal)
        }
    }

    private func newAppToken(
        _ app: HALOCredentials.Pair, for renewal: SharedOutcome<String>
    ) async throws -> HALOToken {
        guard let refresh = slots[.app]?.token?.refresh else {
            return try await endpoint.appToken(app, refresh: nil)
        }
        do {
            var token = try await endpoint.appToken(app, refresh: refresh)
            // If the server sends no new refresh token, keep the old one (RFC 6749 §6).
            token.refresh = token.refresh ?? refresh
            return token
        } catch let error as AuthorizationError
            where error.kind == .rejected || error.kind == .invalidResponse
        {
            // It cannot be used a second time.
            if isCurrent(renewal, .app) { slots[.app]?.token?.refresh = nil }
            guard error.kind == .rejected else { throw error }
            return try await endpoint.appToken(app, refresh: nil)
        }
    }

    /// Logs the user in again, if the login is kept.
    private func newSessionToken(for renewal: SharedOutcome<String>) async throws -> HALOToken {
        guard let session else { throw AuthorizationError(.notLoggedIn, .appPlus) }
        guard let login = session.login else {
            throw AuthorizationError(.loginEnded, .appPlus, detail: "the login is not kept")
        }
        do {
            let response = try await send(login, device: session.device)
            if isCurrent(renewal, .appPlus) { self.session?.user = response.user }
            return response.token
        } catch {
            let failure = AuthorizationError(error, .appPlus, hiding: secrets)
            guard failure.kind == .rejected, failure.mode == .appPlus else { throw failure }
            // Retrying a wrong password can lock the account.
            if isCurrent(renewal, .appPlus) { self.session?.login = nil }
            throw AuthorizationError(
                .loginEnded, .appPlus, status: failure.status, detail: failure.detail)
        }
    }

    private func isCurrent(_ renewal: SharedOutcome<String>, _ mode: Mode) -> Bool {
        slots[mode]?.renewal === renewal
    }

    /// Replaces the old token by a new one.
    func install(_ token: HALOToken, as mode: Mode) {
        // A server may return the same token again.
        endedValues.removeAll { $0 == token.header }
        var slot = slots[mode] ?? Slot()
        slot.token = token
        slot.isRejected = false
        slot.failure = nil
        slot.values = (slot.values + [token.header]).suffix(8)
        slots[mode] = slot
    }

    /// Drops a mode's token. Callers that wait for a new one check again, and requests in flight are not replayed.
    func end(_ mode: Mode) {
        guard let slot = slots.removeValue(forKey: mode) else { return }
        endedValues = (endedValues + slot.values).suffix(64)
        slot.renewal?.finish(.failure(IdentityChanged()))
    }

    /// All texts that errors must not contain.
    var secrets: [String] {
        credentials.secrets
            + slots.values.flatMap { [$0.token?.access, $0.token?.refresh].compactMap { $0 } }
            + (session?.login?.secrets ?? [])
    }
}
