/// Declarations that the samples in doc comments use without declaring them.
enum DocumentedCode {
    static let declarations = #"""
        import Foundation
        import Quire
        import QuireAlgolia
        import QuireConformance
        import QuireHALO
        import QuireHTTP
        import QuireIndexing
        import QuireOpenSearch
        import QuirePocketBase
        import QuireSearch
        import QuireServer
        import QuireStore
        import QuireSync
        import QuireTesting
        import QuireTestingTraits
        import QuireTypesense
        import Testing

        func some<T>() -> T { fatalError() }
        func show(_ values: Any...) {}

        var content: ContentClient { some() }
        var store: Store { some() }
        var halo: HALOEngine { some() }
        var typesense: TypesenseEngine { some() }
        var pocketBase: PocketBaseEngine { some() }
        var cluster: any SearchCluster { some() }
        var transport: any Transport { some() }
        var observer: any RequestObserver { some() }
        var session: SearchSession<Books> { some() }
        var state: SearchState<Books> { some() }
        var sync: ContentSync { some() }
        var outbox: Outbox { some() }
        var monitor: IndexMonitor { some() }
        var history: SearchHistory { some() }
        var book: Book { some() }
        var other: Book { some() }
        var page: Page<Book> { some() }
        var url: URL { some() }
        var url1: URL { some() }
        var url2: URL { some() }
        var url3: URL { some() }
        var file: URL { some() }
        var folder: URL { some() }
        var now: Date { some() }
        var berlin: TimeZone { some() }
        var key: String { some() }
        var text: String { some() }
        var minAge: Int? { some() }
        var credentials: HALOCredentials { some() }
        var body: Data { some() }
        var lines: AsyncThrowingStream<Data, any Error> { some() }

        enum QuireSamples {
            static var filter: Filter { some() }
            static var instances: [JSONValue] { some() }
            static func bold(_ text: String) -> String { text }
            static var decoder: JSONDecoder { some() }
            static var chapter: String { some() }
            static var draft: Books.Draft { get { some() } set {} }
            static var result: BatchResult { some() }
            static var conflict: WriteConflictError<Books> { some() }
            static var engine: TypesenseEngine { some() }
            static func fetchShelf(_ number: Int) async throws -> Data { some() }
            static var request: HTTPRequest { some() }
            static var bundled: URL { some() }
            static var builtAt: Date { some() }
            static var label: Label { some() }
            final class Label { var text = "" }
            static var title: LocalizedText { some() }
            struct BookRow { var id: ContentID<Books>; var title: String; var age: Int? }
            static var logger: Logger { some() }
            struct Logger: Sendable { func info(_ text: String) {} }
            struct Points: Codable { var year: Int }
            static var device: HALODevice { get { some() } set {} }
            static var token: String { some() }
            static var id: ContentID<Books> { some() }
            static var mark: Date? { some() }
            static var urls: [URL] { some() }
            static var reporter: ChangeReporter { some() }
            struct Letter: Sendable { var subject = "" }
            struct Entry: Sendable { init(_ subject: String) {} }
        }

        enum QuireStoreSamples {
            static func askForUpdate() {}
            static func log(_ value: Any) {}
            static var created: [Data] { some() }
            static var mark: String { some() }
            static var indexer: EngineIndexer { some() }
        }

        enum QuireSearchSamples {
            static var recent: RecentSearches { some() }
            static var search: SearchModel<Books> { some() }
            static var draft: SearchDraft<Books> { get { some() } set {} }
            static var engine: any ContentEngine { some() }
            static var analytics: Analytics { some() }
            struct Analytics { func searched(_ text: String, found: Int?) {} }
            static var screen: Screen { some() }
            static var list: Screen { some() }
            static var footer: Screen { some() }
            static var outline: Screen { some() }
            struct Screen: Sendable { func show(_ value: Any, dimmed: Bool = false) {} }
            static var settings: Data { some() }
            static func Row(_ values: Any..., isOn: Bool) {}
            static var tree: FacetTree { some() }
            static func draw(_ value: Any) {}
            static var response: DraftResponse<Books> { some() }
            static var suggestions: SearchSuggestions { some() }
            static var suggestion: Suggestion { some() }
            static var spinner: Spinner { some() }
            final class Spinner { var isHidden = false }
        }

        enum QuireTestingSamples { static var engine: InMemoryEngine { some() } }
        enum QuireTestingTraitsSamples {}
        enum QuireServerSamples {}
        enum QuireTypesenseSamples { static var engine: TypesenseEngine { some() } }
        enum QuireOpenSearchSamples { static var engine: OpenSearchEngine { some() } }
        enum QuireAlgoliaSamples {
            static var engine: AlgoliaEngine { some() }
            static var request: SearchRequest { some() }
        }
        enum QuirePocketBaseSamples {
            static var engine: PocketBaseEngine { some() }
            static var authorization: PocketBaseAuthorization { some() }
            static var superuser: PocketBaseAuthorization { some() }
            static var enteredPassword: String { some() }
        }
        enum QuireConformanceSamples {}

        """#
}
