public import Foundation
public import Quire

extension OpenSearchEngine {
    /// Loads instances in HALO's form, one on each line, whole and each in the place of one of the same id.
    ///
    /// ```swift
    /// let load = try await engine.load(Data(contentsOf: file), of: Books.descriptor) { print($0.stored) }
    /// print(load.rejected)
    /// ```
    /// The module's index is made where there is none. Lines that a busy cluster refuses are sent again, with longer and
    /// longer waits; those that are refused for good are put aside. Cancelling the task ends the load between two
    /// batches: what was stored stays.
    ///
    /// - Parameter progress: Called after each batch.
    @discardableResult
    public func load(
        _ lines: Data, of module: ModuleDescriptor,
        progress: @escaping @Sendable (OpenSearchLoad) -> Void = { _ in }
    ) async throws -> OpenSearchLoad {
        try await load(
            lines.split(separator: 10).lazy.filter { $0.contains { $0 > 0x20 } }.map { line in
                Result { try JSONValue(parsing: Data(line)) }
            }, of: module, progress)
    }

    /// Loads items, whole and each in the place of one of the same id.
    @discardableResult
    public func load<Module: ContentModule>(
        _ items: some Sequence<Content<Module>>,
        progress: @escaping @Sendable (OpenSearchLoad) -> Void = { _ in }
    ) async throws -> OpenSearchLoad {
        try await load(
            items.lazy.map { item in
                Result {
                    var json = JSONWriter()
                    item.write(to: &json)
                    return try JSONValue(parsing: Data(json.bytes))
                }
            }, of: Module.descriptor, progress)
    }

    private func load(
        _ instances: some Sequence<Result<JSONValue, any Error>>, of module: ModuleDescriptor,
        _ progress: @Sendable (OpenSearchLoad) -> Void
    ) async throws -> OpenSearchLoad {
        try await prepare([module])
        let place = try await loadingPlace(for: module, replacing: false, resuming: false)
        var load = OpenSearchLoad()
        var batch: [(number: Int, instance: JSONValue)] = []
        func send() async throws {
            guard !batch.isEmpty else { return }
            try Task.checkCancellation()
            let failures = try await self.load(batch.map(\.instance), into: place, of: module)
            for (entry, failure) in zip(batch, failures) {
                if let failure { load.reject(entry.number, failure) } else { load.stored += 1 }
            }
            batch = []
            progress(load)
        }
        for instance in instances {
            load.read += 1
            switch instance {
            case .success(let instance): batch.append((load.read, instance))
            case .failure(let error):
                load.reject(
                    load.read,
                    WriteFailure(
                        .invalid, WriteOperation(.createOrUpdate, module),
                        message: "the line is no JSON: \(error)"))
            }
            if batch.count == settings.batchSize { try await send() }
        }
        try await send()
        try await putLive(place, of: module)
        progress(load)
        return load
    }
}
