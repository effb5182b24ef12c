import Foundation
import QuireCluster
import QuireCore

/// Removes the claims of revisions that nobody needs any more, so that their collection does not grow without end.
struct RevisionTrimming {
    let engine: PocketBaseEngine

    func run() async throws {
        let before = RecordDate.text(Date().milliseconds - RevisionLog.age.milliseconds)
        while true {
            let call = PocketBaseCall(
                .get, PocketBaseCall.records(of: RevisionLog.name),
                query: [
                    ("perPage", "1000"), ("skipTotal", "1"), ("fields", "id"),
                    ("filter", "created<\(Literal.text(before).text)"),
                ], "read old revisions")
            let page = try await engine.connection.send(call) { (data) throws(ValueDecodingError) in
                try JSONValue(parsing: data)
            }
            let ids = (page["items"]?.elements ?? []).compactMap { $0["id"]?.string }
            guard !ids.isEmpty else { return }
            let isBatched = try await engine.batchSupport.isOn(engine.connection)
            let size = isBatched ? max(1, engine.settings.batchSize) : 1
            for start in stride(from: 0, to: ids.count, by: size) {
                try await remove(Array(ids[start..<min(start + size, ids.count)]))
            }
        }
    }

    private func remove(_ ids: [String]) async throws {
        let sender = WriteSender(connection: engine.connection, retries: engine.settings.retries)
        let layout = CollectionLayout(
            ModuleDescriptor(name: RevisionLog.name, fields: []), .existing)
        var rest = ids.map { PlannedWrite(position: 0, method: .delete, layout: layout, id: $0) }
        while !rest.isEmpty {
            let outcome = try await rest.count == 1 ? sender.send(rest[0]) : sender.send(rest)
            switch outcome {
            case .done: return
            case .refused(let error, let part, _):
                // Another process has removed it.
                guard error.status == 404, rest.indices.contains(part) else { throw error }
                rest.remove(at: part)
            case .tooLarge(let error):
                guard rest.count > 1 else { throw error }
                try await remove(rest[..<(rest.count / 2)].map(\.id))
                rest = Array(rest[(rest.count / 2)...])
            case .unknown(let error), .unsent(let error): throw error
            }
        }
    }
}
