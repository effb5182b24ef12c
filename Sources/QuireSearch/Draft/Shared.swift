/// A value that copies share until one of them changes: a copy costs one reference, whatever the value holds.
///
/// What a session hands around with every keystroke lies in such values. They are not generic over the module, so that
/// none of their code needs a type that another target declares.
@dynamicMemberLookup
struct Shared<Value: Sendable>: Sendable {
    /// Written only where nobody else holds it.
    private final class Storage: @unchecked Sendable {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage

    init(_ value: Value) { storage = Storage(value) }

    var value: Value {
        get { storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { storage.value[keyPath: path] }
}

extension Shared: Equatable where Value: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        left.storage === right.storage || left.value == right.value
    }
}

extension Shared: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Shared: CustomReflectable {
    var customMirror: Mirror { Mirror(reflecting: value) }
}
