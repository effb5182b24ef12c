/// A value with copy-on-write storage: a copy costs one reference, regardless of the value.
///
/// The values that a session passes around at every keystroke are stored this way. They are not generic over the
/// module, so their code does not depend on a type of another target.
@dynamicMemberLookup
struct Shared<Value: Sendable>: Sendable {
    /// Unchecked, because it is written only if it has a single owner.
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
