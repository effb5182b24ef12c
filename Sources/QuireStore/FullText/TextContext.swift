#if SQLite
import QuireCore
import QuireText
import QuireToolbox

/// The state that the connections of a store share for full text: the analyzer and the hooks.
final class TextContext: Sendable {
    /// The wire names that hooks receive: the module's and its fields'.
    struct Module: Sendable {
        let name: String
        let fields: [String]
    }

    let analyzer: TextAnalyzer
    let wordCache: WordCache
    let rowCache = RowCache()
    private let argument: String
    private let readsAnyIndex = Locked(false)
    private let currentHooks = Locked<FullTextHooks?>(nil)
    private let modules = Locked<[String: Module]>([:])

    init(_ analyzer: TextAnalyzer) {
        self.analyzer = analyzer
        wordCache = WordCache(analyzer)
        argument = TextTokenizer.argument(analyzer.signature)
    }

    /// Whether an index with this argument contains the words of this analyzer.
    func reads(_ argument: String) -> Bool { argument == self.argument || readsAnyIndex.value }

    /// Temporarily allows opening indexes of other analyzers, in order to drop them.
    func readingAnyIndex<Result>(_ body: () throws -> Result) rethrows -> Result {
        readsAnyIndex.withLock { $0 = true }
        defer { readsAnyIndex.withLock { $0 = false } }
        return try body()
    }

    var hooks: FullTextHooks? {
        get { currentHooks.value }
        set { currentHooks.withLock { $0 = newValue } }
    }

    /// The module with this name of its full text.
    func module(_ name: String) -> Module? { modules[name] }

    func setModules(_ layouts: some Sequence<ModuleLayout>) {
        modules.withLock { modules in
            for layout in layouts {
                guard let text = layout.text else { continue }
                modules[text.name] = Module(name: layout.module.name, fields: text.columns.map(\.field))
            }
        }
    }
}

extension Connection {
    /// Opens a connection with the functions and the tokenizer that the SQL of a store calls.
    ///
    /// - Parameter path: The path of the file, if it differs from the location that errors name.
    convenience init(
        _ location: String, mode: Mode, busyTimeout: Int32, text: TextContext, path: String? = nil
    ) throws(StoreError) {
        try self.init(location, mode: mode, busyTimeout: busyTimeout, path: path) {
            connection throws(StoreError) in
            try connection.registerFilterFunctions()
            try connection.registerAggregateFunctions()
            try TextFunctions.register(text, on: connection)
            let rank = RankBox()
            connection.functionState = rank
            connection.observer = SearchRecorder(text.wordCache, text.rowCache)
            connection.hasFullText =
                TextTokenizer.register(text, on: connection.handle)
                && RankFunction.register(rank, on: connection.handle)
        }
    }
}
#endif
