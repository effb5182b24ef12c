import Foundation
import QuireCore
import QuireEngine
import QuireToolbox

/// An engine that stores complete items in bulk, many in a request.
///
/// ```swift
/// let summary = try await engine.load(Books.self, from: lines) { print($0.nextLine) }
/// ```
public protocol LoadableEngine: WritableEngine {
    /// The number of instances in one request of a load.
    var batchSize: Int { get }

    /// Stores complete instances in the live collection, each replacing one with the same id.
    ///
    /// - Returns: For each instance, in order, `nil` if the engine has stored it, otherwise the failure.
    /// - Throws: The engine's errors if the result of every instance is unknown. The call may then be repeated.
    func store(_ instances: [JSONValue], of module: ModuleDescriptor) async throws -> [WriteError?]
}

extension LoadableEngine {
    /// Stores many complete items from NDJSON, each replacing one with the same id.
    ///
    /// ```swift
    /// let file = try await transport.stream(request, deadline: .never)
    /// let summary = try await engine.load(Books.self, from: file.lines()) { print($0.nextLine) }
    /// ```
    /// Lines are sent in batches (`batchSize`). Lines that fail temporarily are retried three times, without the rest
    /// of their batch. Invalid lines, and lines that the server rejects, are reported in the summary. The others are
    /// stored.
    ///
    /// - Parameters:
    ///   - module: The module of the items.
    ///   - lines: The instances, one per line.
    ///   - firstLine: The line to start at, counted from 1. Earlier lines are skipped.
    ///   - onProgress: Called after each batch.
    /// - Throws: `CancellationError` if the task is cancelled, between two batches; `ImportInterruptedError` if the
    ///   engine or the source of the lines fails.
    @discardableResult
    public func load<Module: ContentModule, Lines: AsyncSequence & Sendable>(
        _ module: Module.Type, from lines: Lines, startingAt firstLine: Int = 1,
        onProgress: @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportSummary where Lines.Element == Data {
        try await load(Module.descriptor, from: lines, startingAt: firstLine, onProgress: onProgress)
    }

    /// Stores items of a module that is known at run time only.
    @discardableResult
    public func load<Lines: AsyncSequence & Sendable>(
        _ module: ModuleDescriptor, from lines: Lines, startingAt firstLine: Int = 1,
        onProgress: @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportSummary where Lines.Element == Data {
        try await load(module, startingAt: firstLine, onProgress: onProgress) { loading in
            var number = 0
            for try await line in lines {
                number += 1
                if number >= firstLine { try await loading.add(line, onProgress) }
            }
        }
    }

    /// Stores instances in memory, each as JSON.
    @discardableResult
    public func load(
        _ module: ModuleDescriptor, from lines: [Data], startingAt firstLine: Int = 1,
        onProgress: @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportSummary {
        try await load(module, startingAt: firstLine, onProgress: onProgress) { loading in
            for line in lines.dropFirst(firstLine - 1) { try await loading.add(line, onProgress) }
        }
    }

    private func load(
        _ module: ModuleDescriptor, startingAt firstLine: Int,
        onProgress: @Sendable (ImportProgress) -> Void,
        _ add: (inout InstanceLoad) async throws -> Void
    ) async throws -> ImportSummary {
        var loading = InstanceLoad(engine: self, module: module, nextLine: firstLine)
        do {
            try await add(&loading)
            try await loading.send(onProgress)
        } catch let error where !(error is CancellationError) {
            throw ImportInterruptedError(nextLine: loading.nextLine, summary: loading.summary, reason: error)
        }
        return loading.summary
    }

    /// Stores complete items with all their metadata, each replacing one with the same id.
    ///
    /// ```swift
    /// let page = try await content.fetch(Books.query())
    /// try await engine.load(Array(page))
    /// ```
    @discardableResult
    public func load<Module: ContentModule>(
        _ items: [Content<Module>], startingAt first: Int = 1,
        onProgress: @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportSummary {
        let lines = items.map { item in
            var json = JSONWriter()
            item.write(to: &json)
            return Data(json.bytes)
        }
        return try await load(Module.descriptor, from: lines, startingAt: first, onProgress: onProgress)
    }
}

/// The lines that are being loaded into a collection.
struct InstanceLoad: Sendable {
    let engine: any LoadableEngine
    let module: ModuleDescriptor
    /// The first unfinished line.
    private(set) var nextLine: Int
    private(set) var summary = ImportSummary()
    private var waiting: [(line: Int, instance: JSONValue)] = []
    private var incompatible: [ImportFailure] = []
    private var line: Int

    init(engine: any LoadableEngine, module: ModuleDescriptor, nextLine: Int) {
        self.engine = engine
        self.module = module
        self.nextLine = nextLine
        line = nextLine
    }

    mutating func add(_ data: Data, _ onProgress: @Sendable (ImportProgress) -> Void) async throws {
        do {
            waiting.append((line, try JSONValue(parsing: data)))
        } catch {
            let failure = WriteError(
                .invalid, WriteOperation(.createOrUpdate, module),
                message: "the line is not JSON: expected \(error.expected) at byte \(error.offset)")
            incompatible.append(ImportFailure(line: line, failure: failure))
        }
        line += 1
        if waiting.count >= engine.batchSize { try await send(onProgress) }
    }

    /// Sends the collected lines.
    mutating func send(_ onProgress: @Sendable (ImportProgress) -> Void) async throws {
        try Task.checkCancellation()
        let results = try await storeWithRetries(waiting.map(\.instance)) {
            try await engine.store($0, of: module)
        }
        var failures = incompatible
        for (entry, failure) in zip(waiting, results) {
            if let failure {
                failures.append(ImportFailure(line: entry.line, failure: failure))
            } else {
                summary.stored += 1
            }
        }
        summary.failures += failures.sorted { $0.line < $1.line }
        waiting = []
        incompatible = []
        nextLine = line
        onProgress(ImportProgress(nextLine: nextLine, stored: summary.stored, failed: summary.failures.count))
    }
}

/// The result of an import.
public struct ImportSummary: Sendable, Hashable {
    /// The number of stored instances.
    public var stored = 0
    /// The lines that failed, in order.
    public var failures: [ImportFailure] = []

    /// The number of lines read.
    public var lines: Int { stored + failures.count }

    public init() {}
}

/// A line of an import that was not stored.
public struct ImportFailure: Sendable, Hashable {
    /// The line number, counted from 1. For items in memory, their position.
    public var line: Int
    public var failure: WriteError
}

/// The progress of an import. All lines before `nextLine` are finished. Resume an interrupted import there.
public struct ImportProgress: Sendable, Hashable {
    /// The line number, counted from 1.
    public var nextLine: Int
    public var stored: Int
    public var failed: Int
}

/// An import was interrupted.
public struct ImportInterruptedError: Error, Sendable, CustomStringConvertible {
    /// The line at which to resume, counted from 1. All earlier lines are finished.
    public var nextLine: Int
    /// The result so far.
    public var summary: ImportSummary
    public var reason: any Error

    public var description: String {
        PlainText.error(
            "The import stopped at line \(nextLine), after \(summary.stored) items were stored: \(reason)",
            "Import again from that line.")
    }
}
