#if SQLite
import Foundation
import QuireStore

/// The call that searches instances.
struct SearchCalls: Sendable {
    let store: Store
    let catalog: ModuleCatalog
    let formats: InstanceFormats

    /// Searches (HALO: `POST generalcontent/instance/search`).
    func search(_ request: ServedRequest) async throws -> ServedResponse {
        let call = try SearchCall(BodyObject(request), catalog)
        let format = formats.format(locale: call.locale, includesItems: call.include != .none)
        guard call.modules.count == 1, let module = call.modules.first else {
            // Several modules are read in one snapshot, so that the parts fit together.
            let bytes = try await store.snapshot("search") { transaction in
                try MergedSearch(call: call, format: format, transaction: transaction).run()
            }
            return ServedResponse(body: bytes)
        }
        guard let request = call.request(for: module) else {
            return ServedResponse(body: PageFrame.emptyPage(call.page))
        }
        return ServedResponse(body: try format.page(try await store.searchData(request), of: module.name))
    }
}
#endif
