import QuireHTTP

/// What is kept between two starts, and what changes whose it is.
extension HALOAuthorization {
    /// Goes on with other credentials: tokens are forgotten, a user is no longer logged in.
    ///
    /// Requests under way finish with the token they were sent with; none is replayed as another. A store keeps the
    /// record of each app's id by itself: going back to an earlier app finds its tokens and its login.
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

    /// Reads the store before anything else is done, once.
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
            // What was last saved must be in the store before it is read.
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

    /// Writes what is to be kept, after all that was to be written before.
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

    /// What tells this account's record from others in a store.
    private var account: String {
        "\(endpoint.baseURL.origin)\(endpoint.baseURL.path(percentEncoded: true)) \(credentials.app?.name ?? credentials.user?.name ?? "")"
    }
}
