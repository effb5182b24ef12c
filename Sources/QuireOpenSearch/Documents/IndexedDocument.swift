import Foundation
import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// An item as a document of the index: its own values, and the fields that are searched.
struct IndexedDocument {
    let id: String
    let source: JSONValue

    init(
        _ instance: JSONValue, of document: PlainDocument, _ analyzer: TextAnalyzer,
        marks: [JSONValue.Member] = []
    ) {
        let module = document.module
        let instance = module.module.underCurrentNames(instance)
        id = instance.instanceID
        var derived = DerivedFields()
        for field in module.metadata + module.values {
            derived.add(field, values: field.values(in: instance))
            guard field.isSearched, let text = field.text(in: instance) else { continue }
            derived.addWords(of: text, in: field, analyzer)
        }
        for list in module.lists { derived.add(list, in: instance.member("values")) }
        let tags = instance.instanceTags.map { Tag.indexed(name: $0.name, value: $0.value) }
        source = .object(
            document.members(of: instance) + derived.all
                + (tags.isEmpty ? [] : [.init(LayoutField.tags, .texts(tags))]) + marks)
    }
}

/// What the index holds beside the values of an item, or of one object of a list.
private struct DerivedFields {
    private var members: [JSONValue.Member] = []
    private var present: [String] = []
    private var lists: [JSONValue.Member] = []

    var all: [JSONValue.Member] { members + [.init(LayoutField.present, .texts(present))] + lists }

    private mutating func set(_ field: IndexedField, _ shadow: Shadow, values: [JSONValue]) {
        guard let first = values.first else { return }
        members.append(.init(field.name(of: shadow), values.count == 1 ? first : .array(values)))
    }

    /// Adds what filters, sort orders and facets use.
    mutating func add(_ field: IndexedField, values: [EvaluatedValue]) {
        if !values.isEmpty { present.append(field.physicalName) }
        switch field.comparison {
        case .text:
            let texts = values.compactMap(\.text).distinct
            set(field, .key, values: texts.map(TextKey.key).distinct.map(JSONValue.string))
            let long = texts.filter(TextKey.isLong)
            set(field, .hash, values: long.map { .string(TextKey.hash(of: $0)) })
            set(field, .parts, values: long.flatMap(TextKey.parts).map(JSONValue.string))
            let parts = texts.flatMap { TextKey.parts(of: $0.lowercased()) }
            set(field, .lowerCase, values: parts.distinct.map(JSONValue.string))
            set(field, .reversed, values: texts.map(TextKey.reversed).distinct.map(JSONValue.string))
            if field.isHierarchical {
                set(
                    field, .path,
                    values: field.paths(of: values).map(TextKey.key).distinct.map(JSONValue.string))
            }
        case .number, .date:
            let keys = values.compactMap(\.orderKey).distinct(by: \.text)
            set(field, .order, values: keys.map { .string($0.text) })
            set(field, .number, values: keys.map(\.number))
        case .boolean:
            let truths = Set(values.compactMap(\.truth)).sorted { !$0 && $1 }
            set(field, .truth, values: truths.map(JSONValue.boolean))
            set(field, .order, values: truths.map { .string($0 ? "1" : "0") })
        case .place:
            if !field.isList, case .place(let latitude, let longitude)? = values.first {
                set(field, .latitude, values: [.number(latitude == 0 ? 0 : latitude)])
                set(field, .longitude, values: [.number(longitude == 0 ? 0 : longitude)])
            }
        case .nothing: break
        }
    }

    /// Adds what full-text search uses.
    mutating func addWords(of text: String, in field: IndexedField, _ analyzer: TextAnalyzer) {
        let words = analyzer.words(in: text)
        guard !words.isEmpty else { return }
        set(field, .words, values: [.string(words.joined(separator: " "))])
        let all = words + analyzer.indexedForms(in: text)
        set(field, .vocabulary, values: all.distinct.map(JSONValue.string))
    }

    /// Adds the objects of a list, each with what conditions on it test.
    mutating func add(_ list: IndexedList, in values: JSONValue?) {
        let objects = list.objects(in: values).map { object in
            var derived = DerivedFields()
            for field in list.objects.fields.fields {
                derived.add(field, values: EvaluatedValue.values(of: field.descriptor, in: object))
            }
            for inner in list.lists { derived.add(inner, in: object) }
            return JSONValue.object(derived.all)
        }
        if !objects.isEmpty { lists.append(.init(list.objects.derivedPath, .array(objects))) }
    }
}

/// A number as its order key and as JSON.
struct OrderedNumber {
    let text: String
    let number: JSONValue
}

extension EvaluatedValue {
    /// The order key. It is the same for 0 and -0, which Lucene treats as different numbers.
    var orderKey: OrderedNumber? {
        switch self {
        case .integer(let number):
            OrderedNumber(text: OrderKey.hexadecimal(of: number), number: .integer(number))
        case .number(let number):
            OrderedNumber(
                text: OrderKey.hexadecimal(of: OrderKey.integer(of: number)),
                number: .number(number == 0 ? 0 : number))
        default: nil
        }
    }
}

/// A document in the cluster, with its version.
struct WalkedDocument {
    let id: String
    let sequence: Int
    let term: Int
    let source: JSONValue?

    /// Changes whenever the document is written.
    var version: String { "\(term).\(sequence)" }

    /// For a copy: the version of the original.
    var copiedVersion: String? { source?[LayoutField.copied]?.string }

    /// - Parameter hit: The JSON, `{"_id":"57ea","_seq_no":4,"_primary_term":1,"_source":{"title":"Emma"}}`.
    init?(_ hit: JSONValue) {
        guard let id = hit["_id"]?.string, let sequence = hit["_seq_no"]?.int,
            let term = hit["_primary_term"]?.int
        else { return nil }
        self.id = id
        self.sequence = sequence
        self.term = term
        source = hit["_source"]
    }

    /// The item; `nil` if the response has no source.
    func instance(_ document: PlainDocument) -> JSONValue? {
        source.flatMap { document.instance(of: $0, id: id) }
    }

    /// What a request for documents leaves out of their sources.
    static var source: JSONValue { .of(["excludes": .texts(LayoutField.derived)]) }
}
