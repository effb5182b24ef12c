import Foundation
import LoopbackServer
import Quire
import QuireAlgolia
import QuireHTTP
import QuireOpenSearch
import QuirePocketBase
import QuireRemote
import QuireTypesense

/// The engines over HTTP, each with a transport that replaces its network.
enum ClusterFixture: String, CaseIterable {
    case typesense, openSearch, algolia
    case managedPocketBase = "pocketBase, managed"
    case existingPocketBase = "pocketBase, existing"

    var isPocketBase: Bool { self == .managedPocketBase || self == .existingPocketBase }

    /// - Parameter address: The server's address, which a transport without a network does not use.
    func engine(
        _ transport: any Transport, at address: URL? = URL(string: "http://127.0.0.1:9")
    ) -> any WritableEngine {
        let nodes = [address].compactMap { $0 }
        switch self {
        case .typesense: return TypesenseEngine(nodes: nodes, apiKey: "key", transport: transport)
        case .openSearch: return OpenSearchEngine(nodes: nodes, transport: transport)
        case .algolia:
            let settings = AlgoliaSettings(hosts: AlgoliaHosts(reads: nodes, writes: nodes))
            return AlgoliaEngine(
                applicationID: "app", apiKey: "key", settings: settings, transport: transport)
        case .managedPocketBase, .existingPocketBase:
            return PocketBaseEngine(
                baseURL: nodes[0],
                settings: PocketBaseSettings(collections: self == .managedPocketBase ? .managed : .existing),
                transport: transport)
        }
    }

    /// Sends the records of instances to the transport, and returns the errors of those that were rejected.
    func store(_ instances: [JSONValue], _ engine: any WritableEngine) async throws -> [WriteError?] {
        let module = BenchmarkBooks.descriptor
        guard let loading = engine as? any InstanceLoading else {
            return try await (engine as? any SearchCluster)?.store(instances, of: module) ?? []
        }
        let place = LoadingPlace(name: "books", identity: "made once", isLive: true)
        return try await loading.load(instances, into: place, of: module)
    }

    /// The response to a request for the collection itself, whose identity OpenSearch reads.
    static let description = #"{"books":{"settings":{"index":{"uuid":"made once"}}}}"#

    /// The mapping of an OpenSearch index that holds the documents. The engine reads the names only.
    static func mapping(of documents: [JSONValue], in index: String) -> String {
        let names = Set(documents.flatMap { ($0.members ?? []).map(\.name) })
        let properties = names.sorted().map { "\(JSONValue.string($0)):{}" }.joined(separator: ",")
        return #"{"\#(index)":{"mappings":{"properties":{\#(properties)}}}}"#
    }

    /// The name of the index that OpenSearch's engine would create for the items.
    static func index() async throws -> String {
        let engine = OpenSearchEngine(
            nodes: [URL(string: "http://127.0.0.1:9")].compactMap { $0 },
            transport: ClosureTransport { _ in HTTPResponse(status: 404, body: Data("{}".utf8)) })
        return try await engine.plan(for: [BenchmarkBooks.descriptor]).modules.first?.collection ?? ""
    }

    /// The ids of the items of every page, in order. OpenSearch keeps them outside of its documents.
    private static let ids: [String] = {
        guard case .array(let items)? = try? JSONValue(parsing: PageFixture.page())["items"] else {
            return []
        }
        return items.map(\.instanceID)
    }()

    /// An empty response to one search.
    var emptyResponse: String { response(documents: [], of: 0, in: "") }

    /// The response to one search over the loaded content, in the engine's own form.
    func response(documents: [JSONValue], of total: Int, in index: String) -> String {
        switch self {
        case .typesense:
            let hits = documents.map { #"{"document":\#($0),"highlight":{},"highlights":[],"text_match":0}"# }
            return """
                {"results":[{"facet_counts":[],"found":\(total),"hits":[\(hits.joined(separator: ","))],\
                "out_of":\(total),"page":1,"request_params":{"collection_name":"books","per_page":20,"q":"*"},\
                "search_cutoff":false,"search_time_ms":1}]}
                """
        case .openSearch:
            let hits = zip(Self.ids, documents).map { id, document in
                #"{"_index":"\#(index)","_id":"\#(id)","_score":null,"_source":\#(document),"sort":["\#(id)"]}"#
            }
            return """
                {"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},\
                "hits":{"total":{"value":\(total),"relation":"eq"},"max_score":null,\
                "hits":[\(hits.joined(separator: ","))]}}
                """
        case .algolia:
            return """
                {"hits":[\(documents.map(\.description).joined(separator: ","))],"nbHits":\(total),"page":0,\
                "nbPages":\(total / 20 + 1),"hitsPerPage":20,"exhaustiveNbHits":true,"exhaustiveTypo":true,\
                "exhaustive":{"nbHits":true,"typo":true},"query":"","params":"query=","index":"books",\
                "processingTimeMS":1}
                """
        case .managedPocketBase, .existingPocketBase:
            return RecordFixture.page(documents, total: total)
        }
    }

    /// The records in the engine's request, and the response that accepts them all.
    func written(_ body: Data) throws -> (documents: [JSONValue], response: String) {
        switch self {
        case .typesense:
            let lines = try body.split(separator: 10).map { try JSONValue(parsing: Data($0)) }
            return (lines, lines.map { _ in #"{"success":true}"# }.joined(separator: "\n"))
        case .openSearch:
            // An action, then its document.
            let lines = try body.split(separator: 10).map { try JSONValue(parsing: Data($0)) }
            let documents = stride(from: 1, to: lines.count, by: 2).map { lines[$0] }
            let items = documents.indices.map {
                #"{"index":{"_id":"\#($0)","status":200,"result":"created"}}"#
            }
            return (documents, #"{"took":1,"errors":false,"items":[\#(items.joined(separator: ","))]}"#)
        case .algolia:
            guard case .array(let requests)? = try JSONValue(parsing: body)["requests"] else {
                return ([], "{}")
            }
            return (requests.compactMap { $0["body"] }, #"{"taskID":1,"objectIDs":[]}"#)
        case .managedPocketBase, .existingPocketBase: return ([], "{}")
        }
    }

    /// The part of a record that the engine requests.
    func selected(of document: JSONValue, by request: ReceivedRequest) throws -> JSONValue {
        guard case .object(let members) = document else { return document }
        let body = Data(request.body)
        let names: Set<String>
        switch self {
        case .typesense:
            guard case .array(let searches)? = try JSONValue(parsing: body)["searches"],
                case .string(let list)? = searches.first?["include_fields"]
            else { return document }
            names = Set(list.split(separator: ",").map(String.init))
        case .openSearch:
            let source = try JSONValue(parsing: body)["_source"]
            if let patterns = source?["excludes"].map(Self.texts) {
                return .object(
                    members.filter { member in !patterns.contains { fnmatch($0, member.name, 0) == 0 } })
            }
            names = Set(source.map(Self.texts) ?? [])
        case .algolia:
            guard case .string(let form)? = try JSONValue(parsing: body)["params"],
                let list = form.split(separator: "&").first(where: { $0.hasPrefix("attributesToRetrieve=") }),
                let json = list.dropFirst("attributesToRetrieve=".count).removingPercentEncoding
            else { return document }
            let attributes = Self.texts(in: try JSONValue(parsing: Data(json.utf8)))
            if attributes.contains("*") {
                return .object(members.filter { !attributes.contains("-" + $0.name) })
            }
            names = Set(attributes + ["objectID"])
        case .managedPocketBase, .existingPocketBase:
            names = RecordFixture.columns(selectedBy: request)
        }
        return .object(members.filter { names.contains($0.name) })
    }

    private static func texts(in json: JSONValue) -> [String] {
        switch json {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(texts)
        case .object(let members): members.flatMap { texts(in: $0.value) }
        default: []
        }
    }
}
