import Foundation
import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// Creates the documents of instances, with everything that a collection stores and indexes.
struct DocumentWriter: Sendable {
    let layout: CollectionLayout

    /// The document of an instance, as one line of JSON.
    ///
    /// - Parameters:
    ///   - version: The version that a copy keeps; `nil` gives the document a new one.
    ///   - old: The document that is updated. What it has beyond the new one is written as null, which removes it.
    func document(of instance: JSONValue, version: String? = nil, replacing old: Document? = nil) -> [UInt8] {
        let instance = layout.module.module.underCurrentNames(instance)
        var members = layout.document.members(of: instance)
        func write(_ name: String, _ value: JSONValue) { members.append(.init(name, value)) }
        write(DocumentField.id, .string(ExactKey.text(instance.instanceID)))
        write(
            DocumentField.version, .string(version ?? String(UInt64.random(in: .min ... .max), radix: 36)))
        write(DocumentField.guardField(layout.signature), .boolean(true))
        let order = IDOrderKey(instance.instanceID)
        write(DocumentField.firstOrder, .integer(order.first))
        write(DocumentField.secondOrder, .integer(order.second))
        let tags = instance.instanceTags.map { ExactKey.tag($0.name, $0.value) }.distinct
        if !tags.isEmpty { write(DocumentField.tags, .texts(tags)) }
        var presences: [String] = []
        for field in layout.module.values + layout.module.metadata {
            let values = field.values(in: instance)
            guard !values.isEmpty else { continue }
            presences.append(field.presence)
            if case .place(let latitude, let longitude)? = values.first, !field.isList {
                write(field.latitude, .integer(OrderKey.integer(of: latitude)))
                write(field.longitude, .integer(OrderKey.integer(of: longitude)))
            }
            guard ![.nothing, .place].contains(field.comparison) else { continue }
            let keys = values.compactMap { ExactKey.key(of: $0, in: field) }.distinct
            let orders = values.compactMap { OrderedValue.integer(of: $0, in: field) }
            guard let key = keys.first, let lowest = orders.min(), let highest = orders.max() else {
                continue
            }
            if field.isList {
                write(field.keys, .texts(keys))
                write(field.orders, .array(Set(orders).sorted().map(JSONValue.integer)))
                write(field.lowest, .integer(lowest))
                write(field.highest, .integer(highest))
            } else {
                write(field.keys, .string(key))
                write(field.orders, .integer(lowest))
            }
            if field.isHierarchical {
                write(field.pathKeys, .texts(field.paths(of: values).map(ExactKey.text).distinct))
            }
            if field.isInteger { write(field.extremes, .integer(OrderedValue.extreme(lowest))) }
            if field.isSortableText, let text = Self.smallestText(values) {
                write(field.sortText, .string(SortText.encoded(text)))
            }
        }
        write(DocumentField.presences, .texts(presences))
        var terms: Set<String> = []
        for field in layout.searchable {
            guard let text = field.text(in: instance) else { continue }
            let words = layout.analyzer.words(in: text)
            guard !words.isEmpty else { continue }
            write(field.words, .string(words.map(WordKey.word).joined(separator: " ")))
            let forms = layout.analyzer.indexedForms(in: text)
            if !forms.isEmpty {
                write(
                    field.forms, .string(forms.map(WordKey.word).joined(separator: " \(WordKey.separator) ")))
            }
            for word in Set((words + forms).map { Array($0.utf8) }) {
                let word = String(decoding: word, as: UTF8.self)
                terms.insert(WordKey.term(word, in: field))
                if layout.indexesPrefixes {
                    terms.formUnion(
                        WordKey.beginnings(of: word).compactMap { WordKey.prefixTerm($0, in: field) })
                }
            }
        }
        if !terms.isEmpty { write(DocumentField.terms, .texts(terms.sorted())) }
        if let old {
            let indexed = layout.fields.filter(\.isOptional).map(\.name)
            var written = Set(members.map(\.name))
            for name in old.plainNames + [PlainDocument.rest] + indexed where written.insert(name).inserted {
                write(name, .null)
            }
        }
        return Array(JSONValue.object(members).data)
    }

    private static func smallestText(_ values: [EvaluatedValue]) -> String? {
        values.compactMap(\.text).min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
