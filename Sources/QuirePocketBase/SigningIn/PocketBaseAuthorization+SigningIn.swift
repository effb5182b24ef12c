import QuireHTTP

/// Signing in and out.
extension PocketBaseAuthorization {
    /// The user, or `nil` for a guest and after the sign-in has ended.
    public var user: PocketBaseUser? {
        get async throws {
            try await load(.never)
            return if case .signedIn(let session) = state { session.user } else { nil }
        }
    }

    /// The current user and all later changes: sign-ins, sign-outs (`nil`), an ended sign-in (`nil`), changes of the
    /// user's record that a refresh found.
    public nonisolated var userChanges: AsyncStream<PocketBaseUser?> { changes.stream }

    /// Signs in to an auth collection.
    ///
    /// ```swift
    /// let user = try await authorization.signIn(.password("ada@example.com", "…"))
    /// try await authorization.signIn(.password("root@example.com", "…"), to: PocketBaseAuthorization.superusers)
    /// ```
    /// Where the collection wants two factors, the first sign-in throws an error with kind `needsSecondFactor`. Sign in
    /// in another way with its id:
    ///
    /// ```swift
    /// do {
    ///     try await authorization.signIn(.password("ada@example.com", "…"))
    /// } catch let error as PocketBaseAuthorizationError {
    ///     guard case .needsSecondFactor(let factor) = error.kind else { throw error }
    ///     let id = try await authorization.requestOneTimePassword(email: "ada@example.com")
    ///     try await authorization.signIn(.oneTimePassword(enteredPassword, id: id), completing: factor)
    /// }
    /// ```
    /// Somebody who was signed in before is signed out. A failed sign-in changes nothing.
    ///
    /// - Parameters:
    ///   - credentials: The password, one-time password or code.
    ///   - collection: The name of the auth collection.
    ///   - multiFactorID: The id from the first of two factors.
    /// - Throws: ``PocketBaseAuthorizationError``, `CancellationError`.
    @discardableResult
    public func signIn(
        _ credentials: PocketBaseCredentials, to collection: String = "users",
        completing multiFactorID: String? = nil
    ) async throws -> PocketBaseUser {
        try await load(.never)
        let before = identity
        let session = try await endpoint.signIn(credentials.completing(multiFactorID), to: collection)
        guard before == identity else { throw PocketBaseAuthorizationError(.identityChanged, collection) }
        become(.signedIn(session))
        await save()
        return session.user
    }

    /// Signs out: forgets the token. Requests are sent as a guest from now on.
    ///
    /// PocketBase has no call to end a token. It stays valid until it expires, or the user's password is changed.
    public func signOut() async throws {
        try await load(.never)
        become(.guest)
        await save()
    }

    /// Returns the ways to sign in to an auth collection. Each call returns new secrets for OAuth2.
    ///
    /// ```swift
    /// let methods = try await authorization.signInMethods(of: "users")
    /// // GET /api/collections/users/auth-methods
    /// ```
    public nonisolated func signInMethods(of collection: String = "users") async throws
        -> PocketBaseSignInMethods
    {
        try await endpoint.methods(of: collection)
    }

    /// Sends a one-time password by email, and returns the id to sign in with.
    ///
    /// The server returns an id for an unknown address as well.
    public nonisolated func requestOneTimePassword(
        email: String, in collection: String = "users"
    ) async throws -> String {
        try await endpoint.requestOneTimePassword(email: email, in: collection)
    }

    /// Returns an authorization as another user. Superusers only.
    ///
    /// ```swift
    /// let ada = try await superuser.impersonating("7f2k…", of: "users", for: .seconds(3600))
    /// // POST /api/collections/users/impersonate/7f2k… {"duration":3600}
    /// ```
    /// Its token is never extended: after the duration, requests throw an error with kind `signInEnded`.
    ///
    /// - Parameters:
    ///   - id: The id of the user.
    ///   - collection: The name of the auth collection.
    ///   - duration: In whole seconds. `nil` uses the collection's.
    public nonisolated func impersonating(
        _ id: String, of collection: String = "users", for duration: Duration? = nil
    ) async throws -> PocketBaseAuthorization {
        let session = try await endpoint.impersonating(id, of: collection, for: duration, as: self)
        return PocketBaseAuthorization(session, endpoint)
    }

    /// Changes the user. Callers that wait for a token check again, and requests in flight are not replayed.
    func become(_ new: State) {
        identity += 1
        state = new
        nextAttempt = nil
        refresh?.outcome.finish(.failure(IdentityChanged()))
        refresh = nil
        if case .signedIn(let session) = new {
            issued = [session.token.value]
            changes.send(session.user)
        } else {
            issued = []
            changes.send(nil)
        }
    }
}
