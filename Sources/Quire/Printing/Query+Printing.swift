extension Query: CustomStringConvertible {
    /// What the query asks for, as a person would write it.
    ///
    /// ```swift
    /// print(Books.query().where(\.age >= 18).sort(by: \.title).page(2, size: 20))
    /// // books where age >= 18, sorted by title, page 2 of size 20
    /// ```
    /// What an engine would be sent for it is `explain(on:)`.
    public var description: String { request.description }
}

extension Selection: CustomStringConvertible {
    /// What is asked for, the fields among it: `books, fields title, age`.
    public var description: String { request.description }
}

extension SearchRequest: CustomStringConvertible {
    /// What is asked for, as a person would write it; parts that were left as they are do not show.
    public var description: String {
        let module = module.name.printed
        let filter = filter.map { "\(module) where \($0)" } ?? module
        return ([filter] + parts.compactMap { $0 }).joined(separator: ", ")
    }

    private var parts: [String?] {
        [
            metaFilter.map { "where metadata \($0)" },
            text.map { "searching \($0)".printed },
            refinements.isEmpty ? nil : list("refined by", refinements) { "\($0.printed)" },
            ids.map { list("ids", $0) { $0 } },
            related.isEmpty ? nil : list("related by", related) { $0.text },
            segment.map(\.text),
            sort.isEmpty ? nil : list("sorted by", sort) { $0.text },
            fields.map { list("fields", $0) { $0 } },
            includesAll ? "including all relations" : nil,
            include.isEmpty || includesAll
                ? nil : list("including", include) { $0.fields.joined(separator: ".") },
            facets.isEmpty ? nil : list("counting", facets) { $0.field },
            page == .standard ? nil : page.text,
            countsTotal ? nil : "without total",
            locale.map { "in \($0)".printed },
            serverCache.map { "from a cache of \($0) s" },
            settings == SearchSettings() ? nil : "with \(settings.text)",
            fallback.map(\.text),
            decoding.mode == .lenient ? "lenient" : nil,
            decoding.keepsUnknownValues ? "keeping unknown values" : nil,
            offline == OfflineOptions() ? nil : "offline \(offline.text)",
        ]
    }

    private func list<Part>(_ title: String, _ parts: [Part], _ text: (Part) -> String) -> String {
        // A list of ids may be long.
        let shown = parts.prefix(10).map { text($0).printed.shortened(to: 100) }
        let rest = parts.count > 10 ? " and \(parts.count - 10) more" : ""
        return "\(title) \(parts.isEmpty ? "none" : shown.joined(separator: ", "))\(rest)"
    }
}

extension FacetRefinement {
    fileprivate var printed: String {
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
        return "\(mode == .total ? "all" : "any") of the tags \(names.joined(separator: ", "))".printed
    }
}

extension SortKey {
    fileprivate var text: String {
        let name =
            switch property {
            case .value(let name): name
            case .metadata(let name): "metadata \(name)"
            }
        return name + (order == .descending ? " descending" : "") + (nulls.map { " nulls \($0)" } ?? "")
    }
}

extension PageRequest {
    /// The page as people say it: `page 2 of size 20`.
    var text: String {
        switch self {
        case .standard: "the first page"
        case .page(let number, let size): "page \(number) of size \(size)"
        case .offset(let offset, let limit): "\(limit) items from offset \(offset) on"
        case .cursor(nil, let limit): "the first \(limit) items"
        case .cursor(_?, let limit): "\(limit) items after a cursor"
        case .all: "everything in one answer"
        }
    }
}

extension SearchSettings {
    fileprivate var text: String {
        var parts: [String] = []
        if let enablesSlowSearch { parts.append("slow search \(enablesSlowSearch ? "on" : "off")") }
        if let enablesSlowSort { parts.append("slow sort \(enablesSlowSort ? "on" : "off")") }
        if let sortLocale { parts.append("the order of \(sortLocale.printed)") }
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
            policy.map { "policy \($0.rawValue)" }, tag.map { "tag \($0.printed)" },
            timeToLive.map { "for \($0)" },
        ]
        .compactMap { $0 }.joined(separator: ", ")
    }
}
