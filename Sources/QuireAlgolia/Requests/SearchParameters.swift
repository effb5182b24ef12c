import Foundation
import QuireCore
import QuireRemote
import QuireText

/// The parameters of one search, sorted by name.
struct SearchParameters: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        var name: String
        var value: JSONValue
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    subscript(name: String) -> JSONValue? {
        get { entries.first { $0.name == name }?.value }
        set {
            let position = entries.firstIndex { $0.name >= name } ?? entries.count
            let isKnown = position < entries.count && entries[position].name == name
            switch (newValue, isKnown) {
            case (let value?, true): entries[position].value = value
            case (let value?, false): entries.insert(Entry(name: name, value: value), at: position)
            case (nil, true): entries.remove(at: position)
            case (nil, false): break
            }
        }
    }

    /// The parameters as members of an object: as one `"params":"…"`, or each on its own.
    func members(as form: AlgoliaSettings.ParameterForm) -> [JSONValue.Member] {
        switch form {
        case .formEncoded: [.init("params", .string(formEncoded))]
        case .json: entries.map { .init($0.name, $0.value) }
        }
    }

    /// `name=value` sorted by name. Values are percent-encoded except for RFC 3986's unreserved characters; lists are
    /// JSON.
    private var formEncoded: String {
        entries.map { entry in
            "\(entry.name)=\((entry.value.string ?? entry.value.description).percentEncoded)"
        }.joined(separator: "&")
    }
}

extension SearchParameters {
    /// Requests the service's highlights of the searchable fields among these.
    mutating func setHighlights(_ fields: [IndexedField], _ index: RecordIndex) {
        let names = fields.filter { $0.descriptor.searchWeight != nil }.map { index.attributes(of: $0).words }
        self["attributesToHighlight"] = .texts(names)
        guard !names.isEmpty else { return }
        self["highlightPreTag"] = .string(ServerHighlights.markup.opening)
        self["highlightPostTag"] = .string(ServerHighlights.markup.closing)
    }
}

extension AlgoliaParameters {
    /// Sets what every query of a search has in common.
    func setCommon(_ parameters: inout SearchParameters) {
        for (name, value) in other { parameters[name] = value }
        if !ruleContexts.isEmpty { parameters["ruleContexts"] = .texts(ruleContexts) }
        if let userToken { parameters["userToken"] = .string(userToken) }
    }

    /// Sets what only the query for the items has, so that analytics count a search once.
    func setItems(_ parameters: inout SearchParameters) {
        if !analyticsTags.isEmpty { parameters["analyticsTags"] = .texts(analyticsTags) }
        if let clickAnalytics { parameters["clickAnalytics"] = .boolean(clickAnalytics) }
    }
}
