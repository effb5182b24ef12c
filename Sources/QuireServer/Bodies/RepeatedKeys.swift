import QuireCore
import QuireText

extension JSONValue {
    /// The value, with each key of an object only once. The last value of a repeated key counts, as in JavaScript.
    ///
    /// Two parsers can interpret repeated keys differently. Therefore they are removed before a body is checked.
    var withoutRepeatedKeys: JSONValue { hasRepeatedKeys ? keepingLastOfEachKey : self }

    private var keepingLastOfEachKey: JSONValue {
        switch self {
        case .object(let members):
            .object(members.lastOfEachName.map { .init($0.name, $0.value.keepingLastOfEachKey) })
        case .array(let elements): .array(elements.map(\.keepingLastOfEachKey))
        default: self
        }
    }

    /// Whether an object in the value may repeat a key. Two spellings of a character count as equal here.
    private var hasRepeatedKeys: Bool {
        switch self {
        case .object(let members):
            Set(members.map(\.name)).count < members.count || members.contains { $0.value.hasRepeatedKeys }
        case .array(let elements): elements.contains(where: \.hasRepeatedKeys)
        default: false
        }
    }
}

extension [JSONValue.Member] {
    /// The members with each name once, in the order of first occurrence, each with its last value. Names are compared
    /// by their bytes.
    var lastOfEachName: [JSONValue.Member] {
        var places: [ExactText: Int] = [:]
        var members: [JSONValue.Member] = []
        for member in self {
            if let place = places.updateValue(members.count, forKey: ExactText(member.name)) {
                places[ExactText(member.name)] = place
                members[place].value = member.value
            } else {
                members.append(member)
            }
        }
        return members
    }
}
