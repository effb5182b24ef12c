import QuireCore
import QuireEngine

/// The filters of one search, as trees with `not`.
struct FilterCase: Sendable, Hashable {
    var values: QueryTree?
    var metadata: QueryTree?

    /// The search over the hard documents, on a page with room for all of them.
    var request: SearchRequest {
        var request = SearchRequest(module: SamplesModule.descriptor)
        request.filter = values?.filter
        request.metaFilter = metadata?.filter
        request.page = wholePage
        return request
    }

    /// The ids that the evaluator finds, in the documents' order.
    var matchingIDs: [String] {
        get throws {
            let search = try InstanceSearch(request)
            return HardDocuments.instances.filter(search.finds).map(\.instanceID)
        }
    }

    var leaves: [Filter.Leaf] { (values?.leaves ?? []) + (metadata?.leaves ?? []) }

    /// A readable form: HALO's JSON and Swift.
    var report: String {
        [values?.report, metadata.map { "metadata " + $0.report }].compactMap { $0 }.joined(separator: "\n")
    }
}
