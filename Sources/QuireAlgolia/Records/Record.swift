import Foundation
import QuireCore
import QuireEngine
import QuireRemote
import QuireText

extension RecordIndex {
    /// The record of an instance: the item as a plain document, and the attributes that filters, sorts, facets and
    /// full-text search use.
    func record(of instance: JSONValue) -> JSONValue {
        let instance = module.module.underCurrentNames(instance)
        var members = document.members(of: instance)
        var present: [String] = []
        for field in fields {
            let values = field.values(in: instance)
            if !values.isEmpty { present.append(field.physicalName) }
            members += self.members(values, of: field)
        }
        members.append(.init(RecordAttributes.present, .texts(present)))
        members += texts(instance)
        let tags = instance.instanceTags.map { RecordKey.key(ofTag: $0.name, $0.value) }
        if !tags.isEmpty { members.append(.init(RecordAttributes.tags, .texts(tags))) }
        members.append(
            .init(RecordAttributes.order, .string(RecordKey.hexadecimal(of: instance.instanceID.utf8))))
        let numbers = RecordPlace.numbers(of: instance.instanceID).map(JSONValue.integer)
        return .object(members + zip(RecordAttributes.place, numbers).map { .init($0, $1) })
    }

    private func members(_ values: [EvaluatedValue], of field: IndexedField) -> [JSONValue.Member] {
        let names = attributes(of: field)
        var members = keys(values, of: field)
        if field.hasNumbers || field.comparison == .place || orderedTexts.contains(field.ordinal) {
            members.append(.init(names.presence, .integer(values.isEmpty ? 0 : 1)))
        }
        if field.hasNumbers {
            let numbers = values.compactMap(\.comparable).sorted(by: ComparableNumber.precedes)
            guard let least = numbers.first, let most = numbers.last else { return members }
            members +=
                field.isList
                ? least.members(names.lowest, names.lowestRest)
                    + most.members(names.highest, names.highestRest)
                : least.members(names.number, names.rest)
        } else if case .place(let latitude, let longitude)? = values.first, !field.isList {
            members += [
                .init(names.latitude, .number(latitude)), .init(names.longitude, .number(longitude)),
            ]
        }
        if orderedTexts.contains(field.ordinal), let least = values.compactMap(\.orderText).min() {
            members.append(.init(names.order, .string(least)))
        }
        return members
    }

    private func keys(_ values: [EvaluatedValue], of field: IndexedField) -> [JSONValue.Member] {
        let keys = values.compactMap { RecordKey.key(of: $0, isWhole: field.isWhole) }
        guard let first = keys.first else { return [] }
        let names = attributes(of: field)
        let key = JSONValue.Member(names.key, field.isList ? .texts(keys.distinct) : .string(first))
        guard field.isHierarchical else { return [key] }
        return [.init(names.path, .texts(field.paths(of: values).map(RecordKey.key(of:)).distinct)), key]
    }

    private func texts(_ instance: JSONValue) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        for field in module.values {
            let (descriptor, names) = (field.descriptor, attributes(of: field))
            if descriptor.facet != nil, field.comparison == .text {
                let texts = field.values(in: instance).compactMap(\.text)
                if let first = texts.first {
                    members.append(.init(names.facet, field.isList ? .texts(texts) : .string(first)))
                }
            }
            guard descriptor.searchWeight != nil, let text = field.text(in: instance) else { continue }
            members.append(.init(names.words, .string(textForm == .engine ? text : encodedWords(of: text))))
        }
        return members
    }

    private func encodedWords(of text: String) -> String {
        analyzer.words(in: text).map(PlainKey.encoded).joined(separator: " ")
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

    func members(_ name: String, _ restName: String) -> [JSONValue.Member] {
        switch self {
        case .number(let number): return [.init(name, .number(number))]
        case .whole(let whole):
            let (near, rest) = RecordNumber.split(whole)
            let members = [JSONValue.Member(name, .number(near))]
            return RecordNumber.isExact(whole) ? members : members + [.init(restName, .integer(rest))]
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

/// How numbers are stored in a record, for an engine that compares numbers as doubles.
enum RecordNumber {
    /// An integer as the nearest double and the difference from it, which is 0 below 2^53.
    ///
    /// Sorting by the double and then by the difference sorts the integers.
    static func split(_ number: Int64) -> (near: Double, rest: Int64) {
        let near = Double(number)
        // The only double that can occur here but does not fit into `Int64`.
        let rest = near == 0x1p63 ? number - .max - 1 : number - Int64(near)
        return (near, rest)
    }

    /// Whether every integer of this magnitude or less is exactly a double.
    static func isExact(_ number: Int64) -> Bool { number.magnitude < 1 << 53 }

    /// A number in plain digits, because it is not documented whether filters accept exponents; `nil` if it would be
    /// long.
    static func text(of number: Double) -> String? {
        guard number.isFinite else { return nil }
        if number == 0 { return "0" }
        if let whole = Int64(exactly: number) { return String(whole) }
        let plain = number.description
        if !plain.utf8.contains(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
            return plain
        }
        let text = number.magnitude.description.lowercased()
        let sign = number < 0 ? "-" : ""
        guard let mark = text.firstIndex(of: "e") else { return sign + text }
        guard let exponent = Int(text[text.index(after: mark)...].drop { $0 == "+" }), abs(exponent) <= 30
        else {
            return nil
        }
        let parts = text[..<mark].split(separator: ".")
        let whole = String(parts.first ?? "0")
        let fraction = parts.count > 1 && parts[1] != "0" ? String(parts[1]) : ""
        if exponent < 0 {
            return sign + "0." + String(repeating: "0", count: -exponent - 1) + whole + fraction
        }
        guard fraction.count <= exponent else { return nil }
        return sign + whole + fraction + String(repeating: "0", count: exponent - fraction.count)
    }
}
