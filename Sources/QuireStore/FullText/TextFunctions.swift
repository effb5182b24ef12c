#if SQLite
import CSQLite
import QuireText

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
