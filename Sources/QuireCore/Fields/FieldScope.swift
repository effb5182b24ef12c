/// What `$0` is in a closure of conditions.
@_documentation(visibility: internal)
public protocol FieldScoping: Sendable {
    init()
}

/// The fields of a module inside a filter closure: `$0.age` is the key path to the field.
@frozen
@dynamicMemberLookup
public struct FieldScope<Fields: FieldOwner>: FieldScoping {
    @inlinable
    public init() {}

    @inlinable
    public subscript<Member>(dynamicMember path: KeyPath<Fields, Member>) -> KeyPath<Fields, Member> { path }
}
