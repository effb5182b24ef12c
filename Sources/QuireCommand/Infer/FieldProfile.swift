import QuireCore
import QuireSchema

/// Figures about the values of a field, or of the elements of a list.
final class FieldProfile {
    let name: String
    /// The line of the first value.
    private(set) var firstLine = 0
    private(set) var nulls = 0
    private(set) var booleans = 0
    /// Integers of 64 bits.
    private(set) var integers = 0
    /// Integers that do not fit 64 bits.
    private(set) var largeIntegers = 0
    /// Other numbers.
    private(set) var fractions = 0
    /// Numbers such as 1.0, which are integers as well.
    private(set) var wholeFractions = 0
    /// The first number that a `Double` does not hold.
    private(set) var inexact: String?
    private(set) var range: ClosedRange<Int64>?
    /// The greatest magnitude of all numbers.
    private(set) var largest = 0.0
    /// JSON texts.
    private(set) var texts = TextProfile()
    private(set) var cells = TextProfile()
    private(set) var lists = 0
    private(set) var emptyLists = 0
    private(set) var longestList = 0
    private var elementProfile: FieldProfile?
    private(set) var objects = 0
    private(set) var members = ObjectProfile()
    /// The distinct numbers, as texts, for relations and choices.
    private(set) var numbers = DistinctTexts()

    init(name: String) { self.name = name }

    /// The profile of the list elements.
    var element: FieldProfile {
        if let elementProfile { return elementProfile }
        let profile = FieldProfile(name: name)
        elementProfile = profile
        return profile
    }

    /// The number of values that are not null.
    var count: Int {
        booleans + integers + largeIntegers + fractions + texts.count + cells.count + lists + objects
    }

    var numberCount: Int { integers + largeIntegers + fractions }
    var scalars: Int { booleans + numberCount + texts.count + cells.count }

    func add(_ value: DataValue, line: Int, _ mark: DecimalMark = .point) {
        if firstLine == 0, !value.isNull { firstLine = line }
        switch value {
        case .null: nulls += 1
        case .boolean: booleans += 1
        case .number(let token): add(number: token)
        case .text(let text): texts.add(text, isCell: false, mark)
        case .cell(let text):
            cells.add(text, isCell: true, mark)
            // The elements of lists in cells are profiled as if the cell were JSON.
            if cells.forms.contains(.container), let inner = ValueConversion.container(text) {
                container.add(inner, line: line)
            }
        case .list(let elements):
            lists += 1
            if elements.isEmpty { emptyLists += 1 }
            longestList = max(longestList, elements.count)
            for inner in elements { element.add(inner, line: line) }
        case .object(let inner):
            objects += 1
            members.add(inner, line: line)
        }
    }

    private var containerProfile: FieldProfile?

    /// The profile of the JSON in cells.
    var container: FieldProfile {
        if let containerProfile { return containerProfile }
        let profile = FieldProfile(name: name)
        containerProfile = profile
        return profile
    }

    private func add(number token: String) {
        numbers.add(RecordIdentity.id(.number(token)) ?? token)
        largest = max(largest, abs(Double(token) ?? .infinity))
        if let integer = Int64(token), token != "-0" {
            integers += 1
            range = min(range?.lowerBound ?? integer, integer)...max(range?.upperBound ?? integer, integer)
            if integer.magnitude > 1 << 53 { note(inexact: token) }
            return
        }
        note(inexact: token)
        let isWhole = token.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") } && token != "-0"
        if isWhole {
            largeIntegers += 1
        } else {
            fractions += 1
            if ExactDecimal(token)?.integer != nil { wholeFractions += 1 }
        }
    }

    /// A fraction may have digits that a `Double` rounds, as all programs write them. A whole number may not.
    private func note(inexact token: String) {
        guard inexact == nil, let decimal = ExactDecimal(token), let number = Double(token) else { return }
        let isExact =
            decimal.isWhole
            ? decimal.isExactAsDouble : decimal.digits.count <= 17 && number != number.rounded(.towardZero)
        if !isExact { inexact = token }
    }
}

/// Figures about objects: the fields in the order of their first use.
struct ObjectProfile {
    /// The maximum number of different keys.
    static let most = 3_000

    private(set) var count = 0
    private(set) var fields: [FieldProfile] = []
    private var positions: [String: Int] = [:]
    /// The number of the last object that has the field.
    private var lastObjects: [Int] = []
    /// The number of keys that appear twice in one object.
    private(set) var repeatedKeys = 0
    /// The first key that is not in Unicode's composed form, so that no schema can declare it.
    private(set) var uncomposed: (name: String, line: Int)?
    /// Keys that no schema can declare: empty, or longer than 256 characters.
    private(set) var impossibleKeys = 0

    mutating func add(_ members: [DataValue.Member], line: Int, _ marks: DecimalMarks = .point) {
        count += 1
        var previous = -1
        for member in members {
            if member.name.isEmpty || member.name.unicodeScalars.count > 256 {
                impossibleKeys += 1
                continue
            }
            // Most objects have their keys in the same order.
            var index = previous + 1
            if !(index < fields.count && fields[index].name.utf8.elementsEqual(member.name.utf8)) {
                if composingAdvice(member.name) != nil {
                    if uncomposed == nil { uncomposed = (member.name, line) }
                    continue
                }
                if let position = positions[member.name] {
                    index = position
                } else {
                    // Objects with ids as keys have any number of them.
                    if fields.count >= Self.most {
                        impossibleKeys += 1
                        continue
                    }
                    index = fields.count
                    positions[member.name] = index
                    fields.append(FieldProfile(name: member.name))
                    lastObjects.append(0)
                }
            }
            previous = index
            if lastObjects[index] == count {
                repeatedKeys += 1
                continue
            }
            lastObjects[index] = count
            fields[index].add(member.value, line: line, marks[member.name])
        }
    }

    func field(_ name: String) -> FieldProfile? { positions[name].map { fields[$0] } }
}
