#if SQLite
import CSQLite
import QuireCore
import QuireEngine

/// A condition on one object of a list, which SQL tests with `quire_element(column, ?)`.
///
/// Side tables find the items whose objects meet each part of the condition. Whether one object meets all of them is
/// read from the list itself, by the same code as in every engine.
final class ElementCondition: Sendable {
    /// The field of the module that has the list.
    private let field: String
    private let predicate: FilterPredicate
    private let text: String

    init(
        _ step: RelationStep, _ operand: Filter, in objects: ListedObjects, of module: ModuleDescriptor
    ) throws(QueryError) {
        field = objects.steps[0].name
        let filter = Filter.any(step, operand)
        predicate = try FilterPredicate(filter, over: module.fields, module: module.name)
        text = filter.description
    }

    private static let type: StaticString = "quire-element-condition"

    private static var typeName: UnsafePointer<CChar> {
        UnsafeRawPointer(type.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// The statement keeps the condition until another value takes its place.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_pointer(
            statement, index, Unmanaged.passRetained(self).toOpaque(), Self.typeName,
            { owner in
                guard let owner else { return }
                Unmanaged<ElementCondition>.fromOpaque(owner).release()
            })
    }

    /// Tests the JSON in the first argument by the condition in the second one.
    static func test(
        _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>
    ) {
        guard let owner = sqlite3_value_pointer(arguments[1], typeName) else {
            return sqlite3_result_error(context, "quire_element needs a condition", -1)
        }
        guard let text = sqlite3_value_text(arguments[0]) else { return sqlite3_result_int(context, 0) }
        let bytes = UnsafeRawBufferPointer(
            start: text, count: Int(sqlite3_value_bytes(arguments[0])))
        let condition = Unmanaged<ElementCondition>.fromOpaque(owner).takeUnretainedValue()
        guard
            let value = try? JSONCursor.withCursor(
                over: bytes, { (json) throws(ValueDecodingError) in try json.value() })
        else { return sqlite3_result_error(context, "the stored list is not valid JSON", -1) }
        let values = JSONValue.object([.init(condition.field, value)])
        sqlite3_result_int(context, condition.predicate.matches(values) ? 1 : 0)
    }
}

extension ElementCondition: Hashable {
    static func == (left: ElementCondition, right: ElementCondition) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ElementCondition: CustomStringConvertible {
    var description: String { text }
}
#endif
