public import Foundation
import QuireCore

extension ContentSync {
    /// Fills a module that was never synced with content bundled with the app, so that there is content before the
    /// first sync, or without one.
    ///
    /// ```swift
    /// // when the app is built: quire query … --module books --all --format ndjson > books.ndjson
    /// try await sync.bootstrap(Books.self, from: Data(contentsOf: bundled), asOf: builtAt)
    /// try await sync.sync(Books.self)                          // only what has changed since then
    /// ```
    /// A module that already has content from a sync or an earlier bootstrap is not changed, so you can call this at
    /// every launch.
    /// - Parameters:
    ///   - module: The module to fill.
    ///   - lines: One instance in HALO's format per line: `{"id":…,"values":{…}}`. Empty lines are ignored.
    ///   - date: The checkpoint of the content, by the server's clock. The next sync starts here.
    ///   - locale: The language of its texts, instead of the default.
    /// - Returns: A summary, or `nil` if the module was not changed.
    /// - Throws: `ContentDecodingError` for a line that is not JSON or, if syncs are strict, for an instance that
    ///   does not fit; the store's errors. The content is then unchanged.
    @discardableResult
    public func bootstrap<Module: ContentModule>(
        _ module: Module.Type, from lines: Data, asOf date: Date, locale: String? = nil
    ) async throws -> SyncSummary? {
        let name = module.descriptor.name
        guard try await store.syncState(of: name) == nil else { return nil }
        var changes = ChangeSet(timestamp: date)
        let start = lines.starts(with: [0xEF, 0xBB, 0xBF]) ? lines.dropFirst(3) : lines
        let rows = start.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, row) in rows.enumerated() where !row.allSatisfy({ $0 <= 0x20 }) {
            do throws(ContentDecodingError) {
                changes.created.append(try Self.instance(Data(row), line: number + 1, of: name))
            } catch {
                // A truncated line means that the file is truncated. A text that cannot be read only fails its own
                // line.
                guard settings.mode == .lenient, Self.isOneValue(Data(row)) else { throw error }
                changes.rejected.append(error)
            }
        }
        let ids = changes.moduleIDs
        let locale = locale ?? self.locale
        let state = SyncState(mark: date, locale: locale, moduleID: ids.count == 1 ? ids.first : nil)
        do {
            // The log entry has the content's date, so that the age of the content is correct.
            let effect = try await store.apply(
                SyncUpdate(
                    module: name, changes: [changes], kind: .bundled, expected: nil, state: state,
                    mode: settings.mode, locale: locale, date: date, logLimit: settings.logLimit))
            let summary = SyncSummary(
                module: name, locale: locale, kind: .bundled, timestamp: date, created: effect.created,
                updated: effect.updated, deleted: effect.deleted, rejected: effect.rejected)
            listeners.send(SyncResult(module: name, outcome: .success(summary)))
            return summary
        } catch is SyncStateChangedError {
            // A sync finished first and delivered newer content.
            return nil
        }
    }

    private static func isOneValue(_ json: Data) -> Bool {
        let read: Void? = try? JSONCursor.withBytes(of: json) { (json) throws(ValueDecodingError) in
            try json.skipStructure()
            try json.expectEnd()
        }
        return read != nil
    }

    private static func instance(
        _ json: Data, line: Int, of module: String
    ) throws(ContentDecodingError) -> ChangedInstance {
        do throws(ValueDecodingError) {
            let instance = try JSONValue(parsing: json)
            return ChangedInstance(
                json: json, id: instance.member("id")?.text, moduleID: instance.member("module")?.text)
        } catch {
            var located = ContentDecodingError(error, in: json, module: module)
            located.path = "line \(line)"
            throw located
        }
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
