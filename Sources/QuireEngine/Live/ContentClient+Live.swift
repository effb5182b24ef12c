import QuireCore

extension ContentClient {
    /// Returns the pages of a query: the current one at once, then one after each commit that changes it.
    ///
    /// ```swift
    /// for try await page in content.live(Books.query().where(\.age >= 18).sort(by: \.title)) {
    ///     show(page.items)
    /// }
    /// // BEGIN; SELECT …; COMMIT, then again after each commit that may change the page
    /// ```
    /// A store and `InMemoryEngine` are live, and so are an outbox and a mirror, which read their store. Writes of other
    /// processes to the store's file count too. For an engine that does not report its commits, such as a server, pass
    /// `every`: the query runs again after each interval.
    /// - Parameters:
    ///   - query: The query. Its included relations are watched as well.
    ///   - interval: How often to ask the engine. `nil` waits for commits.
    public func live<Module>(
        _ query: Query<Module>, every interval: Duration? = nil
    ) -> LiveResults<Page<Content<Module>>> {
        LiveResults(client: self, interval: interval, read: { try await $0.fetch(query) }, areEqual: ==)
    }

    /// Returns the pages of rows: the current one at once, then one after each commit that changes it.
    ///
    /// ```swift
    /// for try await rows in content.live(Books.query().select(\.title, \.age)) {
    ///     for (title, age) in rows { print(title, age) }
    /// }
    /// ```
    /// Rows are compared value by value. Rows of your own type must be `Equatable`; if they are not, each read counts as
    /// a change.
    public func live<Module, Row>(
        _ selection: Selection<Module, Row>, every interval: Duration? = nil
    ) -> LiveResults<Page<Row>> {
        LiveResults(client: self, interval: interval, read: { try await $0.fetch(selection) }) {
            left, right in
            left.isEqual(to: right) { RowComparison.areEqual($0, $1) }
        }
    }

    /// Returns an item: the current one at once, then one after each commit that changes it. `nil` while there is none.
    ///
    /// ```swift
    /// for try await book in content.live(id) { print(book?.title ?? "deleted") }
    /// for try await book in content.live(id, in: Books.query().include(\.author)) { show(book as Any) }
    /// ```
    /// - Parameters:
    ///   - id: The item's id.
    ///   - query: The query in which to look: its language, its relations to include, its conditions.
    ///   - interval: How often to ask the engine. `nil` waits for commits.
    public func live<Module>(
        _ id: ContentID<Module>, in query: Query<Module> = Module.query(), every interval: Duration? = nil
    ) -> LiveResults<Content<Module>?> {
        LiveResults(
            client: self, interval: interval, read: { try await $0.item(ifExists: id, in: query) },
            areEqual: ==)
    }

    /// Returns the results of a read of any kind: a count, ids, a value that the closure computes.
    ///
    /// ```swift
    /// for try await count in content.live({ try await $0.count(Books.query()) }) { print(count) }
    /// ```
    /// The closure receives a client that reads from a snapshot. It runs again after each commit that may change what it
    /// has read. It must depend on nothing else, and must not write.
    /// - Parameters:
    ///   - interval: How often to run the closure. `nil` waits for commits. With an interval, each read sees the state of
    ///     its own time.
    ///   - read: The reads.
    public func live<Value: Equatable & Sendable>(
        every interval: Duration? = nil,
        _ read: @escaping @Sendable (ContentClient) async throws -> Value
    ) -> LiveResults<Value> {
        LiveResults(client: self, interval: interval, read: read, areEqual: ==)
    }

    /// Returns the results of several reads in one snapshot.
    ///
    /// ```swift
    /// let books = Books.query().where(\.age >= 18)
    /// let results = content.live { content in
    ///     (try await content.fetch(books.page(1, size: 20)),
    ///      try await content.count(books),
    ///      try await content.aggregate(books, .average(\.rating)))
    /// }
    /// for try await (page, count, rating) in results { … }
    /// ```
    /// All reads of a result see the same state. The closure runs again after each commit that may change what it has read.
    /// It must depend on nothing else, and must not write.
    /// - Parameters:
    ///   - interval: How often to run the closure. `nil` waits for commits. With an interval, each read sees the state of
    ///     its own time.
    ///   - read: The reads. They return a tuple.
    public func live<each Value: Equatable & Sendable>(
        every interval: Duration? = nil,
        _ read: @escaping @Sendable (ContentClient) async throws -> (repeat each Value)
    ) -> LiveResults<(repeat each Value)> {
        LiveResults(
            client: self, interval: interval,
            read: { client in
                let values = try await read(client)
                return values
            },
            areEqual: { left, right in
                for (left, right) in repeat (each left, each right) {
                    if !Self.areEqual(left, right) { return false }
                }
                return true
            })
    }

    /// Returns the results of reads in one snapshot, for results that are not `Equatable`, such as groups.
    ///
    /// ```swift
    /// let results = content.live(comparing: { $0.elementsEqual($1, by: ==) }) { content in
    ///     try await content.count(Books.query(), by: \.language)
    /// }
    /// for try await counts in results { for (language, count) in counts { … } }
    /// ```
    /// - Parameters:
    ///   - interval: How often to run the closure. `nil` waits for commits.
    ///   - areEqual: Whether two results are equal, so that the second is not returned.
    ///   - read: The reads.
    public func live<Value: Sendable>(
        every interval: Duration? = nil, comparing areEqual: @escaping @Sendable (Value, Value) -> Bool,
        _ read: @escaping @Sendable (ContentClient) async throws -> Value
    ) -> LiveResults<Value> {
        LiveResults(client: self, interval: interval, read: read, areEqual: areEqual)
    }

    private static func areEqual<Value: Equatable>(_ left: Value, _ right: Value) -> Bool { left == right }
}

/// Compares the rows of a selection, which are often tuples.
enum RowComparison {
    /// Whether two values are equal. Values that cannot be compared are not.
    static func areEqual(_ left: Any, _ right: Any) -> Bool {
        if let left = left as? any Equatable { return areEqual(left, right) }
        let (left, right) = (Mirror(reflecting: left), Mirror(reflecting: right))
        guard left.displayStyle == right.displayStyle, left.subjectType == right.subjectType,
            left.displayStyle == .tuple || left.displayStyle == .optional,
            left.children.count == right.children.count
        else { return false }
        return zip(left.children, right.children).allSatisfy { areEqual($0.value, $1.value) }
    }

    private static func areEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
        (right as? Value).map { $0 == left } ?? false
    }
}
