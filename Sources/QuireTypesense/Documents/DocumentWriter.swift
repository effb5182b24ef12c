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
        var json = JSONWriter(capacity: 1024)
        json.beginObject()
        var written: Set<String> = []
        func begin(_ name: String) {
            json.key(name)
            if old != nil { written.insert(name) }
        }
        func write(_ name: String, _ text: String) {
            begin(name)
            json.string(text)
        }
        func write(_ name: String, _ texts: [String]) {
            begin(name)
            json.beginArray()
            for text in texts { json.string(text) }
            json.endArray()
        }
        func write(_ name: String, _ integer: Int64) {
            begin(name)
            json.integer(integer)
        }
        for member in layout.document.members(of: instance) {
            begin(member.name)
            json.value(member.value)
        }
        write(DocumentField.id, ExactKey.text(instance.instanceID))
        write(DocumentField.version, version ?? String(UInt64.random(in: .min ... .max), radix: 36))
        json.key(DocumentField.guardField(layout.signature))
        json.boolean(true)
        let order = IDOrderKey(instance.instanceID)
        write(DocumentField.firstOrder, order.first)
        write(DocumentField.secondOrder, order.second)
        let tags = instance.instanceTags.map { ExactKey.tag($0.name, $0.value) }.distinct
        if !tags.isEmpty { write(DocumentField.tags, tags) }
        var presences: [String] = []
        for field in layout.module.values + layout.module.metadata {
            let values = field.values(in: instance)
            guard !values.isEmpty else { continue }
            presences.append(field.presence)
            if case .place(let latitude, let longitude)? = values.first, !field.isList {
                write(field.latitude, OrderKey.integer(of: latitude))
                write(field.longitude, OrderKey.integer(of: longitude))
            }
            guard ![.nothing, .place].contains(field.comparison) else { continue }
            let keys = values.compactMap { ExactKey.key(of: $0, in: field) }.distinct
            let orders = values.compactMap { OrderedValue.integer(of: $0, in: field) }
            guard let key = keys.first, let lowest = orders.min(), let highest = orders.max() else {
                continue
            }
            if field.isList {
                write(field.keys, keys)
                begin(field.orders)
                json.beginArray()
                for order in Set(orders).sorted() { json.integer(order) }
                json.endArray()
                write(field.lowest, lowest)
                write(field.highest, highest)
            } else {
                write(field.keys, key)
                write(field.orders, lowest)
            }
            if field.isHierarchical {
                write(field.pathKeys, field.paths(of: values).map(ExactKey.text).distinct)
            }
            if field.isInteger { write(field.extremes, OrderedValue.extreme(lowest)) }
            if field.isSortableText, let text = Self.smallestText(values) {
                write(field.sortText, SortText.encoded(text))
            }
        }
        write(DocumentField.presences, presences)
        var terms: Set<String> = []
        for field in layout.searchable {
            guard let text = field.text(in: instance) else { continue }
            let words = layout.analyzer.words(in: text)
            guard !words.isEmpty else { continue }
            write(field.words, words.map(WordKey.word).joined(separator: " "))
            let forms = layout.analyzer.indexedForms(in: text)
            if !forms.isEmpty {
                write(field.forms, forms.map(WordKey.word).joined(separator: " \(WordKey.separator) "))
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
        if !terms.isEmpty { write(DocumentField.terms, terms.sorted()) }
        if let old {
            let indexed = layout.fields.filter(\.isOptional).map(\.name)
            for name in old.plainNames + [PlainDocument.rest] + indexed where written.insert(name).inserted {
                json.key(name)
                json.null()
            }
        }
        json.endObject()
        return json.bytes
    }

    private static func smallestText(_ values: [EvaluatedValue]) -> String? {
        values.compactMap(\.text).min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
