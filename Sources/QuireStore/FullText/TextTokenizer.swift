#if SQLite
import CSQLite
import QuireText

/// Makes the analyzer available as a tokenizer of FTS5, so that the index contains exactly the analyzer's words.
enum TextTokenizer {
    static let name = "quire"

    /// Identifies the analyzer of an index. A connection with another analyzer must not use the index, because it
    /// would mix words.
    static func argument(_ signature: String) -> String {
        "r" + StableHash(signature).digits
    }

    /// Registers the tokenizer with a database. Returns `false` if its SQLite has no FTS5.
    static func register(_ context: TextContext, on database: OpaquePointer) -> Bool {
        guard let api = fullTextInterface(of: database), let create = api.pointee.xCreateTokenizer else {
            return false
        }
        var tokenizer = fts5_tokenizer(
            xCreate: { context, arguments, count, output in
                guard let context, let output else { return SQLITE_ERROR }
                let owner = Unmanaged<TextContext>.fromOpaque(context)
                let argument = count > 0 ? arguments?[0].map { String(cString: $0) } : nil
                guard owner.takeUnretainedValue().reads(argument ?? "") else { return SQLITE_ERROR }
                output.pointee = OpaquePointer(owner.retain().toOpaque())
                return SQLITE_OK
            },
            xDelete: { tokenizer in
                guard let tokenizer else { return }
                Unmanaged<TextContext>.fromOpaque(UnsafeRawPointer(tokenizer)).release()
            },
            xTokenize: { tokenizer, receiver, flags, text, count, token in
                guard let tokenizer, let token else { return SQLITE_ERROR }
                guard let text, count > 0 else { return SQLITE_OK }
                // The words of a query have already been split and folded.
                if flags & FTS5_TOKENIZE_QUERY != 0 { return token(receiver, 0, text, count, 0, count) }
                let analyzer = Unmanaged<TextContext>.fromOpaque(UnsafeRawPointer(tokenizer))
                    .takeUnretainedValue().analyzer
                var result = SQLITE_OK
                text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { bytes in
                    analyzer.forEachToken(in: UnsafeBufferPointer(start: bytes, count: Int(count))) {
                        word, start, end in
                        result = word.withMemoryRebound(to: CChar.self) {
                            token(receiver, 0, $0.baseAddress, Int32($0.count), Int32(start), Int32(end))
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

    /// FTS5's interface, which FTS5 writes to the location of a bound pointer.
    private static func fullTextInterface(of database: OpaquePointer) -> UnsafeMutablePointer<fts5_api>? {
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
#endif
