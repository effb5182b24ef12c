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
        var members = document.members(of: instance)
        var present: [String] = []
        func set(_ field: IndexedField, _ shadow: Shadow, _ values: [JSONValue]) {
            guard let first = values.first else { return }
            members.append(.init(field.name(of: shadow), values.count == 1 ? first : .array(values)))
        }
        for field in module.metadata + module.values {
            let values = field.values(in: instance)
            if !values.isEmpty { present.append(field.physicalName) }
            switch field.comparison {
            case .text:
                let texts = values.compactMap(\.text).distinct
                set(field, .key, texts.map { .string(TextKey.key(of: $0)) }.distinct)
                let long = texts.filter(TextKey.isLong)
                set(field, .hash, long.map { .string(TextKey.hash(of: $0)) })
                set(field, .parts, long.flatMap(TextKey.parts).map(JSONValue.string))
                set(
                    field, .lowerCase,
                    texts.flatMap { TextKey.parts(of: $0.lowercased()) }.map(JSONValue.string).distinct)
                set(field, .reversed, texts.map { .string(TextKey.reversed($0)) }.distinct)
                if field.isHierarchical {
                    set(field, .path, field.paths(of: values).map { .string(TextKey.key(of: $0)) }.distinct)
                }
            case .number, .date:
                let keys = values.compactMap(\.orderKey).distinct
                set(field, .order, keys.map { .string($0.text) })
                set(field, .number, keys.map(\.number))
            case .boolean:
                let truths = Set(values.compactMap(\.truth)).sorted { !$0 && $1 }
                set(field, .truth, truths.map(JSONValue.boolean))
                set(field, .order, truths.map { .string($0 ? "1" : "0") })
            case .place:
                if !field.isList, case .place(let latitude, let longitude)? = values.first {
                    set(field, .latitude, [.number(latitude == 0 ? 0 : latitude)])
                    set(field, .longitude, [.number(longitude == 0 ? 0 : longitude)])
                }
            case .nothing: break
            }
            guard field.isSearched else { continue }
            guard let text = field.text(in: instance) else { continue }
            let words = analyzer.words(in: text)
            guard !words.isEmpty else { continue }
            set(field, .words, [.string(words.joined(separator: " "))])
            let all = words + analyzer.indexedForms(in: text)
            set(field, .vocabulary, all.map(JSONValue.string).distinct)
        }
        members.append(.init(LayoutField.present, .texts(present)))
        let tags = Self.tags(of: instance)
        if !tags.isEmpty { members.append(.init(LayoutField.tags, .texts(tags))) }
        source = .object(members + marks)
    }

    /// The tags for segments. A tag without a name, or with a value that is not a text, never matches a segment.
    private static func tags(of instance: JSONValue) -> [String] {
        guard case .array(let tags)? = instance.member("tags") else { return [] }
        return tags.compactMap { tag in
            guard case .string(let name)? = tag.member("name") else { return nil }
            switch tag.member("value") {
            case nil, .null: return Tag.indexed(name: name, value: nil)
            case .string(let value): return Tag.indexed(name: name, value: value)
            default: return nil
            }
        }
    }
}

/// A number as its order key and as JSON.
struct OrderedNumber: Hashable {
    let text: String
    let number: JSONValue

    static func == (left: Self, right: Self) -> Bool { left.text == right.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
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

extension Array where Element == JSONValue {
    /// Each text once, compared by bytes, in the order of first occurrence.
    var distinct: [JSONValue] {
        var seen: Set<[UInt8]> = []
        return filter { seen.insert([UInt8](($0.string ?? "").utf8)).inserted }
    }
}

extension Array where Element == String {
    var distinct: [String] {
        var seen: Set<[UInt8]> = []
        return filter { seen.insert([UInt8]($0.utf8)).inserted }
    }
}

extension Array where Element == OrderedNumber {
    var distinct: [OrderedNumber] {
        var seen: Set<OrderedNumber> = []
        return filter { seen.insert($0).inserted }
    }
}
