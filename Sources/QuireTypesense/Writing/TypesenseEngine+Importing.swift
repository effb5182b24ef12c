public import Foundation
public import Quire

extension TypesenseEngine {
    /// Stores many instances, given as NDJSON: each whole, as it is, in the place of one of the same id.
    ///
    /// ```swift
    /// let file = try await transport.stream(request, deadline: .never)
    /// let summary = try await engine.load(file.lines(), of: Books.descriptor) { print($0.nextLine) }
    /// // POST /collections/books/documents/import?action=upsert
    /// ```
    /// Lines go out in batches (`TypesenseSettings.batchSize`). Of a batch, the lines that the server could not store
    /// for the moment are sent again, they alone, three times. A line that is no instance, or that the server refuses, is
    /// in the summary; the others are stored.
    ///
    /// - Parameters:
    ///   - firstLine: Where to begin, counted from 1: the lines before it are read over.
    ///   - onProgress: Is told after each batch.
    /// - Throws: `CancellationError` once the task is cancelled, between two batches; `ImportInterruption` where the
    ///   cluster, or what gives the lines, fails.
    @discardableResult
    public func load<Lines: AsyncSequence & Sendable>(
        _ lines: Lines, of module: ModuleDescriptor, from firstLine: Int = 1,
        onProgress: @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportSummary where Lines.Element == Data {
        var loading = InstanceLoad(engine: self, layout: layouts[module], nextLine: firstLine)
        var number = 0
        do {
            for try await line in lines {
                number += 1
                if number < firstLine { continue }
                try await loading.add(line, onProgress)
            }
            try await loading.send(onProgress)
        } catch let error where !(error is CancellationError) {
            throw ImportInterruption(nextLine: loading.nextLine, summary: loading.summary, reason: error)
        }
        return loading.summary
    }

    /// Stores instances that are in memory, each as JSON.
    @discardableResult
    public func load(
        _ lines: [Data], of module: ModuleDescriptor, from firstLine: Int = 1,
        onProgress: @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportSummary {
        var loading = InstanceLoad(engine: self, layout: layouts[module], nextLine: firstLine)
        do {
            for line in lines.dropFirst(firstLine - 1) { try await loading.add(line, onProgress) }
            try await loading.send(onProgress)
        } catch let error where !(error is CancellationError) {
            throw ImportInterruption(nextLine: loading.nextLine, summary: loading.summary, reason: error)
        }
        return loading.summary
    }

    /// Stores items whole, with all their metadata, each in the place of one of the same id.
    @discardableResult
    public func importItems<Module: ContentModule>(
        _ items: [Content<Module>], from first: Int = 1,
        onProgress: @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportSummary {
        let lines = items.map { item in
            var json = JSONWriter()
            item.write(to: &json)
            return Data(json.bytes)
        }
        return try await load(lines, of: Module.descriptor, from: first, onProgress: onProgress)
    }

    /// Removes all items that a query finds, whatever its page and order.
    ///
    /// ```swift
    /// let count = try await engine.delete(Books.query().where(\.age < 3))
    /// // DELETE /collections/books/documents?filter_by=o_v_age:<3
    /// ```
    /// - Returns: How many there were.
    @discardableResult
    public func delete<Module>(_ query: Query<Module>) async throws -> Int {
        var request = query.request
        request.page = .all
        request.sort = []
        request.fields = []
        request.include = []
        request.facets = []
        request.countsTotal = false
        let plan = try plan(request)
        let deletion = DocumentDeletion(connection: connection, collection: plan.layout.alias)
        let filter = plan.filter.text(of: plan.layout) ?? plan.layout.isEveryDocument
        return try await turns.take(plan.layout.alias) {
            if plan.findsNothing { return 0 }
            if plan.text == nil, DocumentDeletion.fits(filter) { return try await deletion.remove(filter) }
            return try await deletion.remove(keys: try await documents(plan).map(\.key))
        }
    }
}

/// Lines on their way into a collection.
struct InstanceLoad: Sendable {
    let engine: TypesenseEngine
    let layout: CollectionLayout
    /// The first line that is not settled.
    private(set) var nextLine: Int
    private(set) var summary = ImportSummary()
    private var waiting: [(line: Int, instance: JSONValue)] = []
    private var unfit: [ImportFailure] = []
    private var line: Int

    init(engine: TypesenseEngine, layout: CollectionLayout, nextLine: Int) {
        self.engine = engine
        self.layout = layout
        self.nextLine = nextLine
        line = nextLine
    }

    mutating func add(_ data: Data, _ onProgress: @Sendable (ImportProgress) -> Void) async throws {
        do {
            waiting.append((line, try JSONValue(parsing: data)))
        } catch {
            let failure = WriteFailure(
                .invalid, WriteOperation(.createOrUpdate, layout.module.module),
                message: "the line is no JSON: expected \(error.expected) at byte \(error.offset)")
            unfit.append(ImportFailure(line: line, failure: failure))
        }
        line += 1
        if waiting.count >= engine.settings.batchSize { try await send(onProgress) }
    }

    /// Sends what waits.
    mutating func send(_ onProgress: @Sendable (ImportProgress) -> Void) async throws {
        try Task.checkCancellation()
        let results = try await engine.store(waiting.map(\.instance), in: layout.alias, layout)
        var failures = unfit
        for (entry, failure) in zip(waiting, results) {
            if let failure {
                failures.append(ImportFailure(line: entry.line, failure: failure))
            } else {
                summary.stored += 1
            }
        }
        summary.failures += failures.sorted { $0.line < $1.line }
        waiting = []
        unfit = []
        nextLine = line
        onProgress(ImportProgress(nextLine: nextLine, stored: summary.stored, failed: summary.failures.count))
    }
}
