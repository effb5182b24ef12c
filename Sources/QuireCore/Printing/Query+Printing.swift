import QuireToolbox

extension Query: CustomStringConvertible {
    /// The query as a sentence.
    ///
    /// ```swift
    /// print(Books.query().where(\.age >= 18).sort(by: \.title).page(2, size: 20))
    /// // books where age >= 18, sorted by title, page 2 of size 20
    /// ```
    /// `explain(on:)` shows the request that an engine sends.
    public var description: String { request.description }
}

extension Selection: CustomStringConvertible {
    /// The query as a sentence, with its fields: `books, fields title, age`.
    public var description: String { request.description }
}

extension SearchRequest: CustomStringConvertible {
    /// The request as a sentence. Parts with their default value are left out.
    public var description: String {
        let module = PlainText.oneLine(module.name)
        let filter = filter.map { "\(module) where \($0)" } ?? module
        return ([filter] + parts.compactMap { $0 }).joined(separator: ", ")
    }

    private var parts: [String?] {
        [
            metaFilter.map { "where metadata \($0)" },
            text.map { PlainText.oneLine("searching \($0)") },
            refinements.isEmpty ? nil : list("refined by", of: refinements) { $0.text },
            ids.map { list("ids", of: $0) { $0 } },
            related.isEmpty ? nil : list("related by", of: related) { $0.text },
            segment.map(\.text),
            sort.isEmpty ? nil : list("sorted by", of: sort) { $0.text },
            fields.map { list("fields", of: $0 + relatedFields.map(\.joinedName)) { $0 } },
            includesAll ? "including all relations" : nil,
            include.isEmpty || includesAll
                ? nil
                : list("including", of: include) { path in
                    path.fields.joined(separator: ".") + (path.query.map { " (\($0))" } ?? "")
                },
            facets.isEmpty ? nil : list("counting", of: facets) { $0.field },
            page == .standard ? nil : page.text,
            countsTotal ? nil : "without total",
            locale.map { PlainText.oneLine("in \($0)") },
            serverCache.map { "from a cache of \($0) s" },
            settings == SearchSettings() ? nil : "with \(settings.text)",
            fallback.map(\.text),
            decoding.mode == .lenient ? "lenient" : nil,
            decoding.keepsUnknownValues ? "keeping unknown values" : nil,
            offline == OfflineOptions() ? nil : "offline \(offline.text)",
        ]
    }

    private func list<Part>(_ title: String, of parts: [Part], _ text: (Part) -> String) -> String {
        // A list of ids may be long.
        let texts = parts.prefix(10).map { PlainText.oneLine(text($0)).shortened(to: 100) }
        let rest = parts.count > 10 ? " and \(parts.count - 10) more" : ""
        return "\(title) \(parts.isEmpty ? "none" : texts.joined(separator: ", "))\(rest)"
    }
}

extension FacetRefinement {
    fileprivate var text: String {
        paths.map { "\(field) in \($0.joined(separator: " | "))" } ?? "\(filter)"
    }
}

extension RelatedItems {
    fileprivate var text: String {
        guard let ids else { return "\(field) to any" }
        return "\(field) to \(ids.prefix(10).joined(separator: ", "))\(ids.count > 10 ? " and others" : "")"
    }
}

extension Segment {
    fileprivate var text: String {
        let names =
            tags.map { "\($0.name)=\($0.value ?? "")" } + (includesDevice ? ["the device's"] : [])
        return PlainText.oneLine(
            "\(mode == .total ? "all" : "any") of the tags \(names.joined(separator: ", "))")
    }
}

extension SortKey {
    fileprivate var text: String {
        let isMetadata = if case .metadata = property { true } else { false }
        return (isMetadata ? "metadata " : "") + joinedName + (order == .descending ? " descending" : "")
            + (nulls.map { " nulls \($0)" } ?? "")
    }
}

extension PageRequest {
    /// For example `page 2 of size 20`.
    package var text: String {
        switch self {
        case .standard: "the first page"
        case .page(let number, let size): "page \(number) of size \(size)"
        case .offset(let offset, let limit): "\(limit) items from offset \(offset) on"
        case .cursor(nil, let limit): "the first \(limit) items"
        case .cursor(_?, let limit): "\(limit) items after a cursor"
        case .all: "everything in one response"
        }
    }
}

extension SearchSettings {
    fileprivate var text: String {
        var parts: [String] = []
        if let enablesSlowSearch { parts.append("slow search \(enablesSlowSearch ? "on" : "off")") }
        if let enablesSlowSort { parts.append("slow sort \(enablesSlowSort ? "on" : "off")") }
        if let sortLocale { parts.append("the order of \(PlainText.oneLine(sortLocale))") }
        return parts.joined(separator: " and ")
    }
}

extension Fallback {
    fileprivate var text: String {
        switch self {
        case .clientSide(let maximum): "filtered here out of at most \(maximum) items where needed"
        }
    }
}

extension OfflineOptions {
    fileprivate var text: String {
        [
            policy.map { "policy \($0.rawValue)" }, tag.map { "tag \(PlainText.oneLine($0))" },
            timeToLive.map { "for \($0)" },
        ]
        .compactMap { $0 }.joined(separator: ", ")
    }
}

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
