import QuireCore
import QuireEngine
import QuireRemote

extension PocketBaseEngine {
    /// Creates the collections of a schema's modules, or adds what they lack.
    ///
    /// ```swift
    /// let settings = PocketBaseSettings(collections: .managed)
    /// let engine = PocketBaseEngine(baseURL: url, authorization: superuser, settings: settings)
    /// try await engine.prepare(ContentSchema.self)
    /// // PUT /api/collections/import {"collections":[{"name":"books","fields":[…]}],"deleteMissing":false}
    /// ```
    /// Call it as a superuser, from a command or a deployment. An app never needs it. New collections have no rules, so
    /// only superusers may use them: add rules in the dashboard.
    ///
    /// No data is lost: fields that the schema no longer has stay, a field that the schema renames keeps its values, and
    /// values of a choice are only added. All collections change together or not at all.
    ///
    /// A field that becomes sortable needs a new column for sort orders, also in records that exist. These are filled
    /// page by page while others read and write. Until all are filled, the column is hidden, and a query that needs it
    /// is refused. Filling a record counts as an update of it. A call that was interrupted is repeated: it continues
    /// where it stopped.
    ///
    /// - Parameters:
    ///   - schema: The schema whose modules get collections.
    ///   - onProgress: Called after each page of records that were filled.
    /// - Throws: `CollectionError` if a collection cannot be changed without losing data, or if apps with the former schema
    ///   keep writing records without the new columns; `UnsupportedError` unless the settings say that the collections
    ///   are managed; `PocketBaseError`, for example for a user who is no superuser.
    public func prepare<Schema: SchemaDescription>(
        _ schema: Schema.Type,
        onProgress: @escaping @Sendable (PreparationProgress) -> Void = { _ in }
    ) async throws {
        try await prepare(schema.modules, onProgress: onProgress)
    }

    /// Creates the collections of some modules, or adds what they lack.
    ///
    /// A relation becomes PocketBase's relation if the module that it leads to is among them. Otherwise a new column holds
    /// the ids as a text or JSON: for Quire that is the same, but the dashboard and rules cannot follow it. A column that
    /// exists stays what it is.
    ///
    /// - Parameters:
    ///   - modules: The modules that get collections.
    ///   - onProgress: Called after each page of records that were filled.
    public func prepare(
        _ modules: [ModuleDescriptor],
        onProgress: @escaping @Sendable (PreparationProgress) -> Void = { _ in }
    ) async throws {
        try await change(modules)
        try await RevisionTrimming(engine: self).run()
        for change in try await changes(for: modules) where !change.unfilled.isEmpty {
            try await ColumnFilling(engine: self, layout: change.layout, onProgress: onProgress).run()
        }
    }

    /// Makes the collections have all columns.
    private func change(_ modules: [ModuleDescriptor]) async throws {
        var imported = try await missing(modules)
        guard !imported.isEmpty else { return }
        let administration = CollectionAdministration(connection: connection)
        while !imported.isEmpty {
            do {
                try await administration.put(imported)
                break
            } catch let error as PocketBaseError where error.status == 400 {
                // Another program may have prepared at the same time. If not, the same changes would fail again.
                let left = try await missing(modules)
                guard left.count < imported.count else { throw error }
                imported = left
            }
        }
        // What PocketBase accepted may differ from what it was sent.
        if let left = try await self.changes(for: modules).first(where: { $0.imported != nil }) {
            throw CollectionError(.changing, collection: left.layout.name, facts: left.differences)
        }
    }

    /// The collections that must be created or changed.
    private func missing(_ modules: [ModuleDescriptor]) async throws -> [JSONValue] {
        let changes = try await changes(for: modules)
        try await check(changes)
        return changes.compactMap(\.imported) + (try await RevisionLog.missing(connection))
    }

    /// Finds out what `prepare` would do, and changes nothing.
    ///
    /// ```swift
    /// print(try await engine.plan(for: ContentSchema.self))   // books changes books in place and writes no items: adds "pages"
    /// ```
    /// - Throws: The errors that `prepare` would throw before it changes anything.
    public func plan<Schema: SchemaDescription>(for schema: Schema.Type) async throws -> PreparationPlan {
        try await plan(for: schema.modules)
    }

    /// Finds out what `prepare` would do for some modules, and changes nothing.
    public func plan(for modules: [ModuleDescriptor]) async throws -> PreparationPlan {
        let changes = try await changes(for: modules)
        try await check(changes)
        var planned: [PreparationPlan.Module] = []
        for change in changes where change.imported != nil || !change.unfilled.isEmpty {
            var module = PreparationPlan.Module(
                change.layout.module.module.name, change.live == nil ? .create : .alter,
                live: change.live == nil ? nil : change.layout.name, collection: change.layout.name,
                differences: change.differences)
            if !change.unfilled.isEmpty {
                // At most: records whose new columns are empty stay as they are.
                module.writtenItems = try await CollectionAdministration(connection: connection).count(
                    of: change.layout.name)
                module.differences.append(
                    "fills \(change.unfilled.map { "\"\($0)\"" }.joined(separator: ", "))")
            }
            planned.append(module)
        }
        return PreparationPlan(planned)
    }

    /// Deletes the collections of modules with all their content. Missing collections are ignored.
    public func remove(_ modules: [ModuleDescriptor]) async throws {
        try checkManaged()
        let administration = CollectionAdministration(connection: connection)
        let names = Set(modules.map { layout(of: $0).name })
        let live = try await administration.collections().filter {
            $0.member("name")?.string.map(names.contains) ?? false
        }
        // PocketBase does not delete a collection that another one refers to.
        if live.count > 1 { try await administration.unlink(live) }
        for collection in live { try await administration.delete(collection.member("name")?.string ?? "") }
    }

    func checkManaged() throws(UnsupportedError) {
        guard settings.collections == .managed else {
            throw UnsupportedError(
                node: "changing existing collections",
                hint: "create the engine with PocketBaseSettings(collections: .managed)")
        }
    }

    private func changes(for modules: [ModuleDescriptor]) async throws -> [CollectionChange] {
        try checkManaged()
        let collections = try await CollectionAdministration(connection: connection).collections()
        func live(_ name: String) -> JSONValue? {
            collections.first { $0.member("name")?.string?.lowercased() == name.lowercased() }
        }
        let layouts = modules.map(layout)
        var targets: [String: String] = [:]
        for layout in layouts {
            targets[layout.module.module.name] =
                live(layout.name)?.member("id")?.string ?? CollectionDescription.newID(of: layout.name)
        }
        return layouts.map { layout in
            CollectionChange(
                CollectionDescription(layout: layout, targets: targets), live: live(layout.name))
        }
    }

    private func check(_ changes: [CollectionChange]) async throws {
        for change in changes {
            var facts = change.obstacles
            if facts.isEmpty, !change.unmarked.isEmpty {
                let count = try await CollectionAdministration(connection: connection).count(
                    of: change.layout.name)
                if count > 0 {
                    facts = [
                        "\(count) records were not written by Quire, so nothing tells which empty columns of "
                            + change.unmarked.map { "\"\($0)\"" }.joined(separator: ", ") + " are values"
                    ]
                }
            }
            guard facts.isEmpty else {
                throw CollectionError(.incompatible, collection: change.layout.name, facts: facts)
            }
        }
    }
}

extension PocketBaseEngine: RepairableEngine {
    /// Corrects the columns that Quire derives from values, in records that were written without Quire.
    ///
    /// ```swift
    /// let count = try await engine.repair(ContentSchema.self)
    /// // GET   /api/collections/books/records?perPage=500&sort=id&…   for each page of records
    /// // PATCH /api/collections/books/records/57ea6aa4 {"q_l_title":"emma"}   for each that differs
    /// ```
    /// The dashboard, an import or another client may change a text and leave the columns beside it as they are. Filters on
    /// parts of the text, its order and lists then find the old value. Every record is compared with what Quire would
    /// write; only those that differ are written, and their `updatedAt` moves. Others may read and write meanwhile. Call it
    /// as a superuser. A call that was interrupted is repeated.
    ///
    /// - Parameters:
    ///   - modules: The modules whose records are compared. Their collections must be prepared.
    ///   - onProgress: Called after each page of records.
    /// - Returns: The number of records that were corrected.
    /// - Throws: `UnsupportedError` unless the settings say that the collections are managed; `PocketBaseError`.
    @discardableResult
    public func repair(
        _ modules: [ModuleDescriptor],
        onProgress: @escaping @Sendable (PreparationProgress) -> Void = { _ in }
    ) async throws -> Int {
        try checkManaged()
        var count = 0
        for module in modules {
            let layout = layout(of: module)
            let columns = layout.fields.flatMap(\.shadowNames)
            guard !columns.isEmpty else { continue }
            count += try await RecordFiller(self, layout, columns: columns).read(since: nil, onProgress)
                .corrected
        }
        return count
    }
}

/// Loading into managed collections, for tools.
extension PocketBaseEngine: InstanceLoading {
    /// Prepares the collection of a module. There is only one, which is always live.
    ///
    /// - Parameter replacing: Whether to delete the items that it has, before the first new one is stored.
    package func loadingPlace(
        for module: ModuleDescriptor, replacing: Bool, resuming: Bool
    ) async throws -> LoadingPlace {
        try await prepare([module])
        if replacing, !resuming {
            for case .failed(let error) in try await write(WriteBatch([WriteOperation(.truncate, module)])) {
                throw error
            }
        }
        let layout = CollectionLayout(module, settings.collections)
        return LoadingPlace(name: layout.name, identity: module.signature, isLive: true)
    }

    package func load(
        _ instances: [JSONValue], into place: LoadingPlace, of module: ModuleDescriptor
    ) async throws -> [WriteError?] {
        try await store(instances, of: module)
    }

    package func putLive(_ place: LoadingPlace, of module: ModuleDescriptor) async throws {}
}
