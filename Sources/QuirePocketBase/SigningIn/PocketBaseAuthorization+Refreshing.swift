import QuireHTTP

/// Refreshes the token: once for all callers that wait for it.
extension PocketBaseAuthorization {
    /// Asks the server whether the user is still signed in, and extends the token.
    ///
    /// ```swift
    /// let user = try await authorization.confirm()
    /// // POST /api/collections/users/auth-refresh
    /// ```
    /// This is the only way to know whether a token is good. A sync calls it before it believes that items are gone. The
    /// server is asked after the call, even if another refresh is already in progress.
    ///
    /// - Throws: ``PocketBaseAuthorizationError``: `notSignedIn`; `signInEnded` if the server rejects the token;
    ///   `identityChanged` if somebody signs in or out meanwhile; `unavailable`. `CancellationError`.
    @discardableResult
    public func confirm() async throws -> PocketBaseUser {
        let last = refreshCount
        do {
            try await load(.never)
            while true {
                let session: Session
                switch state {
                case .guest: throw PocketBaseAuthorizationError(.notSignedIn, collection)
                case .ended(let error): throw error
                case .signedIn(let current): session = current
                }
                let refresh = refresh ?? startRefresh(of: session)
                if refresh.number > last { return try await refresh.outcome.value().user }
                // Its response may be older than this call.
                do {
                    _ = try await refresh.outcome.value()
                } catch let error as PocketBaseAuthorizationError where error.kind != .signInEnded {}
            }
        } catch is IdentityChanged {
            throw PocketBaseAuthorizationError(.identityChanged, collection)
        }
    }

    /// Starts a refresh that continues even if its callers leave.
    func startRefresh(of session: Session) -> Refresh {
        refreshCount += 1
        let refresh = Refresh(number: refreshCount)
        self.refresh = refresh
        Task.detached { await self.run(refresh, of: session) }
        return refresh
    }

    private func run(_ refresh: Refresh, of session: Session) async {
        let result: Result<Session, any Error>
        do {
            result = .success(try await endpoint.refreshed(session))
        } catch {
            result = .failure(error)
        }
        // The user changed meanwhile, so nobody needs the token any more.
        guard self.refresh?.number == refresh.number else { return }
        switch result {
        case .success(let new):
            state = .signedIn(new)
            issued = (issued + [new.token.value]).suffix(8)
            nextAttempt = nil
            if new.user != session.user { changes.send(new.user) }
            await save()
            // Saving may have taken long enough for another user to sign in.
            guard self.refresh?.number == refresh.number else { return }
        case .failure(let error as PocketBaseAuthorizationError) where error.kind == .signInEnded:
            // The store keeps the token: after a launch, requests must not be sent as a guest either.
            state = .ended(error)
            changes.send(nil)
        case .failure(let error as PocketBaseAuthorizationError) where error.kind == .unavailable:
            nextAttempt = endpoint.clock.now() + .seconds(10)
        case .failure: break
        }
        self.refresh = nil
        refresh.outcome.finish(result)
    }
}
