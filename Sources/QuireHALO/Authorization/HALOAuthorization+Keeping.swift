import QuireHTTP

/// Storing tokens between launches, and changing the identity.
extension HALOAuthorization {
    /// Switches to other credentials. Tokens are dropped, and a user is logged out.
    ///
    /// Requests in flight finish with their token. None is sent again with a different identity. A store keeps a
    /// separate record for each app id, so switching back to an earlier app restores its tokens and its login.
    ///
    /// - Throws: `CancellationError`.
    public func use(_ credentials: HALOCredentials) async throws {
        try await load(.never)
        guard credentials != self.credentials else { return }
        let oldAccount = account
        self.credentials = credentials
        session = nil
        defaultMode = credentials.mode
        for mode in Mode.allCases { end(mode) }
        if account == oldAccount {
            await save()
        } else {
            isLoaded = false
            loading = nil
        }
    }

    /// Reads the store once, before anything else.
    func load(_ deadline: Deadline) async throws {
        while !isLoaded {
            let loading = self.loading ?? startLoading()
            try await loading.value(deadline: deadline)
        }
    }

    private func startLoading() -> SharedOutcome<Void> {
        let loading = SharedOutcome<Void>()
        self.loading = loading
        let account = account
        Task.detached { await self.load(account, for: loading) }
        return loading
    }

    private func load(_ account: String, for loading: SharedOutcome<Void>) async {
        var record = TokenRecord()
        do {
            // The last save must be complete before the store is read.
            await lastSave?.value
            if let data = try await store.load(account) {
                record = try TokenRecord(data, account: account)
            }
        } catch {
            report(error)
        }
        if self.loading === loading {
            for (mode, token) in record.tokens { install(token, as: mode) }
            session = record.session
            if session != nil { defaultMode = .appPlus }
            isLoaded = true
            self.loading = nil
        }
        loading.finish(.success(()))
    }

    /// Saves the record, after all earlier saves.
    func save() async {
        var record = TokenRecord()
        for (mode, slot) in slots { record.tokens[mode] = slot.token }
        record.session = session
        if session?.keeping != .inStore { record.session?.login = nil }
        let previous = lastSave
        let task = Task.detached { [store, report, account, record] in
            await previous?.value
            do {
                if record.isEmpty {
                    try await store.remove(account)
                } else {
                    try await store.save(record.data, for: account)
                }
            } catch {
                report(error)
            }
        }
        lastSave = task
        await task.value
    }

    /// Distinguishes this account's record from others in a store.
    private var account: String {
        "\(endpoint.baseURL.origin)\(endpoint.baseURL.path(percentEncoded: true)) \(credentials.app?.name ?? credentials.user?.name ?? "")"
    }
}
