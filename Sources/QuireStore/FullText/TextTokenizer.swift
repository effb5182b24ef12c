#if SQLite
import CSQLite
import QuireShared
import QuireText

/// Makes the analyzer available as a tokenizer of FTS5, so that the index contains exactly the analyzer's words.
enum TextTokenizer {
    static let name = "quire"

    /// Identifies the analyzer of an index. A connection with another analyzer must not use the index, because it
    /// would mix words.
    static func argument(_ signature: String) -> String {
        "r" + StableHash(signature).digits
    }

    /// The argument that asks for line marks.
    static let linesArgument = "lines"

    /// Registers the tokenizer with a database; `false` if its SQLite has no FTS5.
    static func register(_ context: TextContext, on database: OpaquePointer) -> Bool {
        guard let api = fullTextInterface(of: database), let create = api.pointee.xCreateTokenizer else {
            return false
        }
        var tokenizer = fts5_tokenizer(
            xCreate: { context, arguments, count, output in
                guard let context, let output else { return SQLITE_ERROR }
                let owner = Unmanaged<TextContext>.fromOpaque(context)
                let arguments = (0..<Int(count)).map { index in
                    arguments?[index].map { String(cString: $0) } ?? ""
                }
                guard owner.takeUnretainedValue().reads(arguments.first ?? "") else { return SQLITE_ERROR }
                let index = IndexTokenizer(
                    analyzer: owner.takeUnretainedValue().analyzer,
                    marksLines: arguments.dropFirst().first == Self.linesArgument)
                output.pointee = OpaquePointer(Unmanaged.passRetained(index).toOpaque())
                return SQLITE_OK
            },
            xDelete: { tokenizer in
                guard let tokenizer else { return }
                Unmanaged<IndexTokenizer>.fromOpaque(UnsafeRawPointer(tokenizer)).release()
            },
            xTokenize: { tokenizer, receiver, flags, text, count, token in
                guard let tokenizer, let token else { return SQLITE_ERROR }
                guard let text, count > 0 else { return SQLITE_OK }
                // The words of a query have already been split and folded.
                if flags & FTS5_TOKENIZE_QUERY != 0 { return token(receiver, 0, text, count, 0, count) }
                let index = Unmanaged<IndexTokenizer>.fromOpaque(UnsafeRawPointer(tokenizer))
                    .takeUnretainedValue()
                var result = SQLITE_OK
                text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { bytes in
                    let text = UnsafeBufferPointer(start: bytes, count: Int(count))
                    index.analyzer.forEachForm(in: text, marksLines: index.marksLines) {
                        word, start, end, isForm in
                        result = word.withMemoryRebound(to: CChar.self) {
                            token(
                                receiver, isForm ? FTS5_TOKEN_COLOCATED : 0, $0.baseAddress, Int32($0.count),
                                Int32(start), Int32(end)
                            )
                        }
                        return result == SQLITE_OK
                    }
                }
                return result
            })
        let owner = Unmanaged.passRetained(context)
        let result = create(
            api, Self.name, owner.toOpaque(), &tokenizer,
            { context in
                guard let context else { return }
                Unmanaged<TextContext>.fromOpaque(context).release()
            })
        if result != SQLITE_OK { owner.release() }
        return result == SQLITE_OK
    }

    /// FTS5's interface, which it writes where a bound pointer points.
    static func fullTextInterface(of database: OpaquePointer) -> UnsafeMutablePointer<fts5_api>? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, nil) == SQLITE_OK else {
            return nil
        }
        defer { sqlite3_finalize(statement) }
        var api: UnsafeMutablePointer<fts5_api>?
        let type: StaticString = "fts5_api_ptr"
        let isFound = withUnsafeMutablePointer(to: &api) { api in
            type.withUTF8Buffer { type in
                type.withMemoryRebound(to: CChar.self) { type in
                    sqlite3_bind_pointer(statement, 1, api, type.baseAddress, nil) == SQLITE_OK
                        && sqlite3_step(statement) == SQLITE_ROW
                }
            }
        }
        return isFound ? api : nil
    }
}

/// The tokenizer of one index.
private final class IndexTokenizer {
    let analyzer: TextAnalyzer
    let marksLines: Bool

    init(analyzer: TextAnalyzer, marksLines: Bool) {
        self.analyzer = analyzer
        self.marksLines = marksLines
    }
}
#endif
