extension JSONValue {
    /// The maximum nesting of a value that is written. It is below the limit of readers, which also count the item and
    /// the page around it.
    package static let maximumDepth = 400

    /// The values inside an array or an object, or `nil` for a single value.
    private var children: [JSONValue]? {
        switch self {
        case .array(let elements): elements
        case .object(let members): members.map(\.value)
        default: nil
        }
    }

    /// Whether arrays and objects nest deeper than a number of levels. Looks no deeper, and does not recurse.
    package func isDeeper(than levels: Int) -> Bool {
        var containers = [self].compactMap(\.children)
        var depth = 0
        while !containers.isEmpty {
            depth += 1
            if depth > levels { return true }
            containers = containers.flatMap { $0.compactMap(\.children) }
        }
        return false
    }
}

/// Does not recurse, because a value built by hand may nest to any depth.
extension JSONValue: Hashable {
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        var pending: [(JSONValue, JSONValue)] = []
        guard areAlike(left, right, pending: &pending) else { return false }
        while let (left, right) = pending.popLast() {
            switch (left, right) {
            case (.array(let left), .array(let right)):
                guard left.count == right.count else { return false }
                for index in left.indices {
                    guard areAlike(left[index], right[index], pending: &pending) else { return false }
                }
            case (.object(let left), .object(let right)):
                guard left.count == right.count else { return false }
                for index in left.indices {
                    guard left[index].name == right[index].name,
                        areAlike(left[index].value, right[index].value, pending: &pending)
                    else { return false }
                }
            default: return false
            }
        }
        return true
    }

    /// Whether two values are equal apart from the contents of arrays and objects, which remain to be compared.
    private static func areAlike(
        _ left: JSONValue, _ right: JSONValue, pending: inout [(JSONValue, JSONValue)]
    ) -> Bool {
        switch (left, right) {
        case (.null, .null): return true
        case (.boolean(let left), .boolean(let right)): return left == right
        case (.integer(let left), .integer(let right)): return left == right
        case (.number(let left), .number(let right)): return left == right
        case (.string(let left), .string(let right)): return left == right
        case (.array, .array), (.object, .object):
            pending.append((left, right))
            return true
        default: return false
        }
    }

    public func hash(into hasher: inout Hasher) {
        var pending = [self]
        while let value = pending.popLast() {
            switch value {
            case .null: hasher.combine(0)
            case .boolean(let boolean):
                hasher.combine(1)
                hasher.combine(boolean)
            case .integer(let integer):
                hasher.combine(2)
                hasher.combine(integer)
            case .number(let number):
                hasher.combine(3)
                hasher.combine(number)
            case .string(let string):
                hasher.combine(4)
                hasher.combine(string)
            case .array(let elements):
                hasher.combine(5)
                hasher.combine(elements.count)
                pending += elements
            case .object(let members):
                hasher.combine(6)
                hasher.combine(members.count)
                for member in members {
                    hasher.combine(member.name)
                    pending.append(member.value)
                }
            }
        }
    }
}
