/// An app: the same methods in a main actor class, in an actor and in nonisolated types.
struct AppCode {
    var source = header
    var lines: [Substring] { source.split(separator: "\n", omittingEmptySubsequences: false) }

    init(_ methods: [(place: ClosureCall.Place, code: String)]) {
        // A closure may change the object's state only if the whole object belongs to one actor or one task.
        add("@MainActor final class Screen", methods.map(\.code))
        add("actor Worker", methods.filter { $0.place != .mainActor }.map(\.code))
        add("nonisolated final class Plain", methods.filter { $0.place == .here }.map(\.code))
        add("nonisolated struct Shared: Sendable", methods.filter { $0.place == .anywhere }.map(\.code))
    }

    private mutating func add(_ type: String, _ methods: [String]) {
        let isShared = type.contains("struct")
        source += "\(type) {\n    let parts: Parts\n"
        if isShared {
            source += "    func note(_ number: Int) async {}\n"
        } else {
            source += """
                    var count = 0
                    var ages = [1, 2]
                    var start = Date()
                    var draft = Books.Draft()
                    var book: Book
                    var books: ContentItems<Book>.Iterator?
                    init(_ parts: Parts, _ book: Book) {
                        self.parts = parts
                        self.book = book
                    }
                    func note(_ number: Int) async { count += number }
                    func data(_ number: Int) async throws -> Data { Data() }

                """
        }
        for (index, code) in methods.enumerated() {
            source += "    func method\(index)() async throws { \(code) }\n"
        }
        source += "}\n"
    }

    private static let header = """
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
        import QuireTestingTraits
        import QuireTypesense
        import SampleModules
        import Testing

        nonisolated struct Row: Sendable { var title: String; var age: Int }

        nonisolated struct Parts: Sendable {
            let content: ContentClient
            let engine: any ContentEngine
            let conformance: EngineConformance
            let offline: OfflineData
            let conflict: WriteConflictError<Books>?
            let url: URL
            let credentials: HALOCredentials
            let cluster: any SearchCluster
            let typesense: TypesenseEngine
            let openSearch: OpenSearchEngine
            let algolia: AlgoliaEngine
            let session: SearchSession<Books>
            let model: SearchModel<Books>
            let words: any SpellingEngine
            let store: Store
            let schema: (any SchemaDescription.Type)?
            let sync: ContentSync
            let texts: Translations
            let outbox: Outbox
            let monitor: IndexMonitor
            let history: SearchHistory
            let suggestions: SearchSuggestions
        }

        """
}
