#if SQLite
import Foundation
import QuireCore
import QuireText

/// The state that the connections of a store share for full text: the analyzer and the hooks.
///
/// Unchecked: a lock protects the mutable state.
final class TextContext: @unchecked Sendable {
    /// The wire names that hooks receive: the module's and its fields'.
    struct Module: Sendable {
        let name: String
        let fields: [String]
    }

    let analyzer: TextAnalyzer
    let wordLog: WordLog
    let rowLog = RowLog()
    private let argument: String
    private let lock = NSLock()
    private var readsAnyIndex = false
    private var currentHooks: FullTextHooks?
    private var modules: [String: Module] = [:]

    init(_ analyzer: TextAnalyzer) {
        self.analyzer = analyzer
        wordLog = WordLog(analyzer)
        argument = TextTokenizer.argument(analyzer.signature)
    }

    /// Whether an index with this argument contains the words of this analyzer.
    func reads(_ argument: String) -> Bool { argument == self.argument || lock.withLock { readsAnyIndex } }

    /// Temporarily allows opening indexes of other analyzers, in order to drop them.
    func readingAnyIndex<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.withLock { readsAnyIndex = true }
        defer { lock.withLock { readsAnyIndex = false } }
        return try body()
    }

    var hooks: FullTextHooks? {
        get { lock.withLock { currentHooks } }
        set { lock.withLock { currentHooks = newValue } }
    }

    /// The module with this name of its full text.
    func module(_ name: String) -> Module? { lock.withLock { modules[name] } }

    func setModules(_ layouts: some Sequence<ModuleLayout>) {
        lock.withLock {
            for layout in layouts {
                guard let text = layout.text else { continue }
                modules[text.name] = Module(name: layout.module.name, fields: text.columns.map(\.field))
            }
        }
    }
}
#endif
