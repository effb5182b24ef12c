#if SQLite
import CSQLite
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

/// The SQL functions used by the views of full text and by rebuilds with hooks.
enum TextFunctions {
    static func register(_ context: TextContext, on connection: Connection) throws(StoreError) {
        // Marked as innocuous, so that the schema of an untrusted file may call them.
        let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS
        try connection.register("quire_plain_text", arguments: 2, flags: flags | SQLITE_DETERMINISTIC) {
            context, _, arguments in
            TextFunctions.plainText(context, arguments)
        }
        try connection.register("quire_text_hooks", arguments: 0, flags: flags, context: context) {
            context, _, _ in
            sqlite3_result_int(context, TextFunctions.context(context)?.hooks == nil ? 0 : 1)
        }
        try connection.register("quire_text_wanted", arguments: -1, flags: flags, context: context) {
            context, count, arguments in
            let owner = TextFunctions.context(context)
            guard let item = TextFunctions.item(owner, count: count, arguments: arguments),
                let wants = owner?.hooks?.shouldIndex
            else {
                return sqlite3_result_int(context, 1)
            }
            sqlite3_result_int(context, wants(item) ? 1 : 0)
        }
        try connection.register("quire_text_indexed", arguments: -1, flags: flags, context: context) {
            context, count, arguments in
            let owner = TextFunctions.context(context)
            guard let owner, let item = TextFunctions.item(owner, count: count, arguments: arguments),
                let report = owner.hooks?.didIndex
            else {
                return
            }
            report(item, Set(item.texts.values.flatMap(owner.analyzer.words)))
        }
    }

    private static func context(_ call: OpaquePointer?) -> TextContext? {
        sqlite3_user_data(call).map { Unmanaged<TextContext>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The item of a call: the name of the module's full text, the id, and the texts in the order of the fields.
    private static func item(
        _ context: TextContext?, count: Int32, arguments: UnsafeMutablePointer<OpaquePointer?>?
    ) -> FullTextHooks.Item? {
        guard count >= 2, let arguments, let name = text(arguments[0]), let id = text(arguments[1]),
            let module = context?.module(name), module.fields.count == Int(count) - 2
        else { return nil }
        var item = FullTextHooks.Item(module: module.name, id: id, texts: [:])
        for (index, field) in module.fields.enumerated() { item.texts[field] = text(arguments[index + 2]) }
        return item
    }

    /// `quire_plain_text(form, value)`: the text to index from a column's value; NULL if there is none.
    private static func plainText(
        _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard let arguments, let form = text(arguments[0]).flatMap({ TextForm(signature: $0) }),
            let value = text(arguments[1]),
            var text = form.text(of: value)
        else { return }
        text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return sqlite3_result_text(context, "", 0, nil) }
            start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                sqlite3_result_text64(
                    context, $0, UInt64(bytes.count), SQLite.transient, UInt8(SQLITE_UTF8))
            }
        }
    }

    private static func text(_ value: OpaquePointer?) -> String? {
        guard sqlite3_value_type(value) != SQLITE_NULL, let text = sqlite3_value_text(value) else {
            return nil
        }
        return String(
            decoding: UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value))), as: UTF8.self)
    }
}
#endif
