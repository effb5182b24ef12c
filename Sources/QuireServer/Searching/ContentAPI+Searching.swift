#if SQLite
import Foundation
import QuireStore

extension ContentAPI {
    /// Answers a search (HALO: `POST generalcontent/instance/search`).
    func search(_ request: ServedRequest) async throws -> Answer {
        let call = try SearchCall(BodyObject(request), catalog)
        let writer = instances(locale: call.locale, includesItems: call.include != .none)
        guard call.modules.count == 1, let module = call.modules.first else {
            // Several modules are read in one snapshot, so that the results are consistent.
            let bytes = try await store.snapshot("search") { transaction in
                try MergedSearch(call: call, writer: writer, transaction: transaction).run()
            }
            return Answer(body: bytes)
        }
        guard let request = call.request(for: module) else {
            return Answer(body: EmptyPage.bytes(call.page))
        }
        return Answer(body: try writer.page(try await store.searchData(request), of: module.name))
    }
}
#endif
