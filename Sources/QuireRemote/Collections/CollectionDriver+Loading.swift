import QuireCore

extension CollectionDriver {
    /// The live collection, which must match the schema.
    ///
    /// - Throws: `CollectionError` otherwise.
    package func currentCollection() async throws -> String {
        guard let live = try await live(), let state = live.state else {
            throw error(.missing, liveName)
        }
        switch state {
        case .current: return live.name
        case .changed(let differences), .otherSchema(let differences), .foreign(let differences):
            throw error(.otherSchema, live.name, differences)
        }
    }

    /// The collection to load into. See `InstanceLoading`.
    package func loadingPlace(replacing: Bool, resuming: Bool) async throws -> LoadingPlace {
        let live = try await live()
        if let live {
            switch live.state {
            case .foreign(let differences)?: throw error(.changed, live.name, differences)
            case .changed(let differences)? where !replacing:
                throw error(.changed, live.name, differences)
            case .current? where !replacing:
                await addNote(to: live.name)
                return try await place(live.name, isLive: true, isResumed: resuming)
            default: break
            }
        }
        let next = try await next(after: live?.name)
        if let differences = try await differences(of: next) {
            if resuming, differences.isEmpty {
                return try await place(next, isLive: false, isResumed: true)
            }
            try await remove(next)
        }
        try await createNew(next)
        return try await place(next, isLive: false, isResumed: false)
    }

    private func place(_ collection: String, isLive: Bool, isResumed: Bool) async throws -> LoadingPlace {
        LoadingPlace(
            name: collection,
            identity: try await identity(of: collection, isResumed: isResumed), isLive: isLive)
    }

    /// Makes a loaded collection live, and removes the previous one.
    package func putLive(_ place: LoadingPlace) async throws {
        let live = try await live()?.name
        let former = live == place.name ? nil : live
        try await makeLive(place.name, insteadOf: former, nil)
        if let former { try await removeFormer(former, after: place.name) }
    }
}
