import Foundation
import QuireCore

extension SearchCluster {
    /// Stores many instances, given as NDJSON: each whole, as it is, in the place of one of the same id.
    ///
    /// ```swift
    /// let file = try await transport.stream(request, deadline: .never)
    /// let summary = try await engine.load(file.lines(), of: Books.descriptor) { print($0.nextLine) }
    /// ```
    /// Lines go out in batches (`batchSize`). Of a batch, the lines that the server could not store
    /// for the moment are sent again, they alone, three times. A line that is no instance, or that the server refuses, is
    /// in the summary; the others are stored.
    ///
    /// - Parameters:
    ///   - lines: The instances, one a line.
    ///   - module: The module of the items.
    ///   - firstLine: Where to begin, counted from 1: the lines before it are read over.
    ///   - onProgress: Is told after each batch.
    /// - Throws: `CancellationError` once the task is cancelled, between two batches; `ImportInterruption` where the
    ///   cluster, or what gives the lines, fails.
    @discardableResult
    public func load<Lines: AsyncSequence & Sendable>(
        _ lines: Lines, of module: ModuleDescriptor, from firstLine: Int = 1,
        onProgress: @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportSummary where Lines.Element == Data {
        var loading = InstanceLoad(cluster: self, module: module, nextLine: firstLine)
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
        var loading = InstanceLoad(cluster: self, module: module, nextLine: firstLine)
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
}
