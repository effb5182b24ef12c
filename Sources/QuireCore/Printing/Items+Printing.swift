import QuireToolbox

// The fields of items and drafts are properties, and a field may be called `description`. They print through
// `debugDescription`, which leaves that name free.

extension Content: CustomDebugStringConvertible {
    /// The module, the id and the values as JSON, shortened to 1,000 characters.
    ///
    /// ```swift
    /// print(book)     // books 57ea6aa4 {"title":"Emma","age":12,"author":"57ea6aa5"}
    /// ```
    public var debugDescription: String {
        var json = JSONWriter()
        values.write(to: &json, .epochMilliseconds)
        return PlainText.oneLine("\(Module.descriptor.name) \(id)") + " \(json.printed)"
    }
}

extension ContentDraft: CustomDebugStringConvertible {
    /// The module and the draft's changes as JSON, shortened to 1,000 characters.
    ///
    /// ```swift
    /// var draft = Books.Draft()
    /// draft.title = .set("Emma")
    /// draft.rank = .clear
    /// print(draft)    // draft of books {"title":"Emma","rank":null}
    /// ```
    public var debugDescription: String {
        var json = JSONWriter()
        writeValues(to: &json)
        let changes = modifiers.map { "\($0.kind.rawValue) \($0.value) of \($0.path)" }
        let metadata = (changes + [metadata.printed]).filter { !$0.isEmpty }.joined(separator: ", ")
        return PlainText.oneLine("draft of \(Module.descriptor.name)") + " \(json.printed)"
            + (metadata.isEmpty ? "" : " with \(metadata)")
    }
}

extension MetadataChanges {
    fileprivate var printed: String {
        var changes = [("name", "\(name)"), ("tags", "\(tags)")]
        changes += dates.map { ($0.name, "\($0.change)") }
        return changes.filter { $0.1 != "leave" }.map { "\($0.0): \($0.1)" }.joined(separator: ", ")
    }
}

extension DraftChange: CustomStringConvertible {
    /// `leave`, `clear`, or the new value as JSON: `set("Emma")`.
    public var description: String {
        switch kind {
        case .leave: return "leave"
        case .clear: return "clear"
        case .set(let value):
            var json = JSONWriter()
            value.write(to: &json, .epochMilliseconds)
            return "set(\(json.printed))"
        }
    }
}

extension Relation: CustomStringConvertible {
    /// The module and the id of the related item, and the item if it is included:
    /// `authors 57ea6aa5 {"fullName":"Jane Austen"}`.
    public var description: String {
        item.map(\.debugDescription) ?? PlainText.oneLine("\(Target.descriptor.name) \(id)")
    }
}

extension LocalizedText: CustomStringConvertible {
    /// The text itself if it has no languages, otherwise each text with its language: `{"de":"Wal","en":"whale"}`.
    public var description: String {
        if let plain, texts.isEmpty { return PlainText.oneLine(plain) }
        var json = JSONWriter()
        write(to: &json, .epochMilliseconds)
        return json.printed
    }
}

extension JSONWriter {
    /// The JSON in readable form, shortened to 1,000 characters.
    var printed: String { PlainText.json(String(decoding: bytes, as: UTF8.self)).shortened(to: 1_000) }
}
