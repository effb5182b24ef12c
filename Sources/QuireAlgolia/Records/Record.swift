import Foundation
import QuireCore
import QuireEngine
import QuireRemote
import QuireText

extension RecordIndex {
    /// Writes the record of an instance: the item as a plain document, and the attributes that filters, sorts, facets and
    /// full-text search use.
    func write(_ instance: JSONValue, to json: inout JSONWriter) {
        let instance = module.module.underCurrentNames(instance)
        json.beginObject()
        for member in document.members(of: instance) {
            json.key(member.name)
            json.value(member.value)
        }
        var present: [String] = []
        for field in fields {
            let values = field.values(in: instance)
            if !values.isEmpty { present.append(field.physicalName) }
            write(values, of: field, to: &json)
        }
        json.key(RecordAttributes.present)
        json.beginArray()
        for name in present { json.string(name) }
        json.endArray()
        writeTexts(instance, to: &json)
        writeTags(instance.instanceTags, to: &json)
        json.key(RecordAttributes.order)
        json.string(RecordKey.hexadecimal(of: instance.instanceID.utf8))
        for (name, number) in zip(RecordAttributes.place, RecordPlace.numbers(of: instance.instanceID)) {
            json.key(name)
            json.integer(number)
        }
        json.endObject()
    }

    private func write(_ values: [EvaluatedValue], of field: IndexedField, to json: inout JSONWriter) {
        let names = attributes(of: field)
        writeKeys(values, of: field, to: &json)
        if field.hasNumbers || field.comparison == .place || orderedTexts.contains(field.ordinal) {
            json.key(names.presence)
            json.integer(values.isEmpty ? 0 : 1)
        }
        if field.hasNumbers {
            let numbers = values.compactMap(\.comparable).sorted(by: ComparableNumber.precedes)
            guard let least = numbers.first, let most = numbers.last else { return }
            if field.isList {
                least.write(names.lowest, names.lowestRest, to: &json)
                most.write(names.highest, names.highestRest, to: &json)
            } else {
                least.write(names.number, names.rest, to: &json)
            }
        } else if case .place(let latitude, let longitude)? = values.first, !field.isList {
            json.key(names.latitude)
            json.number(latitude)
            json.key(names.longitude)
            json.number(longitude)
        }
        if orderedTexts.contains(field.ordinal), let least = values.compactMap(\.orderText).min() {
            json.key(names.order)
            json.string(least)
        }
    }

    private func writeKeys(_ values: [EvaluatedValue], of field: IndexedField, to json: inout JSONWriter) {
        let isWhole = field.isWhole
        let keys = values.compactMap { RecordKey.key(of: $0, isWhole: isWhole) }
        guard let first = keys.first else { return }
        if field.isHierarchical {
            json.key(attributes(of: field).path)
            write(field.paths(of: values).map(RecordKey.key(of:)), to: &json)
        }
        json.key(attributes(of: field).key)
        guard field.isList else { return json.string(first) }
        write(keys, to: &json)
    }

    private func write(_ keys: [String], to json: inout JSONWriter) {
        json.value(.texts(keys.distinct))
    }

    private func writeTexts(_ instance: JSONValue, to json: inout JSONWriter) {
        for field in module.values {
            let descriptor = field.descriptor
            if descriptor.facet != nil, field.comparison == .text {
                let texts = field.values(in: instance).compactMap(\.text)
                if !texts.isEmpty {
                    json.key(attributes(of: field).facet)
                    json.value(field.isList ? .array(texts.map(JSONValue.string)) : .string(texts[0]))
                }
            }
            guard descriptor.searchWeight != nil,
                let text = field.text(in: instance)
            else { continue }
            json.key(attributes(of: field).words)
            json.string(textForm == .engine ? text : encodedWords(of: text))
        }
    }

    private func encodedWords(of text: String) -> String {
        analyzer.words(in: text).map(PlainKey.encoded).joined(separator: " ")
    }

    private func writeTags(_ tags: [InstanceTag], to json: inout JSONWriter) {
        guard !tags.isEmpty else { return }
        json.key(RecordAttributes.tags)
        json.value(.texts(tags.map { RecordKey.key(ofTag: $0.name, $0.value) }))
    }
}

/// A number in a record, in a form that sorts like its field.
private enum ComparableNumber {
    case whole(Int64)
    case number(Double)

    static func precedes(_ left: ComparableNumber, _ right: ComparableNumber) -> Bool {
        switch (left, right) {
        case (.whole(let left), .whole(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        default: false
        }
    }

    func write(_ name: String, _ restName: String, to json: inout JSONWriter) {
        switch self {
        case .number(let number):
            json.key(name)
            json.number(number)
        case .whole(let whole):
            let (near, rest) = RecordNumber.split(whole)
            json.key(name)
            json.number(near)
            guard !RecordNumber.isExact(whole) else { return }
            json.key(restName)
            json.integer(rest)
        }
    }
}

extension EvaluatedValue {
    fileprivate var comparable: ComparableNumber? {
        switch self {
        case .integer(let number): .whole(number)
        case .number(let number): .number(number)
        default: nil
        }
    }

    /// An ASCII text that sorts like the value.
    fileprivate var orderText: String? {
        switch self {
        case .text(let text): RecordKey.hexadecimal(of: text.utf8)
        case .boolean(let truth): truth ? "1" : "0"
        default: nil
        }
    }
}
