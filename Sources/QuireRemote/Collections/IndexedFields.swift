import QuireCore
import QuireEngine
import QuireText

/// Some fields of a module, which are found by their wire names.
package final class IndexedFields: Sendable {
    package let fields: [IndexedField]
    /// The module's wire name.
    package let module: String
    /// The memory of each field's name. Two names in the same memory, or two short ones with the same bytes, are equal.
    private let memories: [NameMemory]
    /// A number for each field that depends on its name alone.
    private let signs: [UInt64]

    package init(_ fields: [IndexedField], module: String) {
        self.fields = fields
        self.module = module
        memories = fields.map { NameMemory(of: $0.descriptor.name) }
        signs = fields.map { Self.sign(of: $0.descriptor.name) }
    }

    /// The first field with exactly this wire name.
    package subscript(name: String) -> IndexedField? {
        let memory = NameMemory(of: name)
        for position in memories.indices where memories[position] == memory { return fields[position] }
        // A long name may be equal in other memory.
        let sign = Self.sign(of: name)
        for position in signs.indices where signs[position] == sign {
            let field = fields[position]
            if field.descriptor.name.isByteEqual(to: name) { return field }
        }
        return nil
    }

    /// The test of a leaf, checked against its field.
    ///
    /// - Throws: `QueryError` for an unknown property, an operation that does not apply to the field's kind, or an
    ///   operand of the wrong type.
    package func test(_ leaf: Filter.Leaf) throws(QueryError) -> IndexedTest {
        guard let field = self[leaf.property] else {
            throw QueryError(
                .unknownProperty, module: module, node: "\"\(leaf.property)\" in the filter",
                expected: "one of \(fields.map(\.descriptor.name).joined(separator: ", "))")
        }
        let (positive, isNegated) = leaf.operation.positive
        return IndexedTest(
            field: field, test: try EvaluatedTest(leaf, positive, of: field.comparison, module: module),
            isNegated: isNegated)
    }

    /// The error for a condition across a relation. Capabilities are checked first, so this only protects against an
    /// engine that declares too much.
    package func notOwn(_ step: RelationStep) -> QueryError {
        QueryError(
            .incompatibleOperation, module: module, node: "a condition on \(step)",
            expected: "a test of the module's own fields")
    }

    /// Checks all leaves of a filter.
    package func check(_ filter: Filter) throws(QueryError) {
        switch filter {
        case .and(let operands), .or(let operands): for operand in operands { try check(operand) }
        case .any(let step, let operand) where step.leadsToElements,
            .none(let step, let operand) where step.leadsToElements:
            try objects(of: step, meeting: operand).fields.check(operand)
        case .any(let step, let operand), .none(let step, let operand):
            try IndexedModule(step.module).testedValues.check(operand)
        case .leaf(let leaf): _ = try test(leaf)
        }
    }

    /// The length and the first bytes of a name in one number, mixed with its last ones.
    private static func sign(of name: String) -> UInt64 {
        var name = name
        return name.withUTF8 { bytes in
            var sign = UInt64(truncatingIfNeeded: bytes.count)
            for byte in bytes.prefix(8) { sign = sign << 7 ^ UInt64(byte) }
            for byte in bytes.suffix(4) { sign = sign << 5 ^ sign >> 40 ^ UInt64(byte) }
            return sign
        }
    }
}

/// The bytes that represent a text in memory: those of a short text, or the place of a long one.
///
/// If they are equal for two texts that are both alive, the texts are equal. The converse is not true.
private struct NameMemory: Equatable {
    private let first: UInt64
    private let second: UInt64

    init(of name: String) {
        var words: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &words) { words in
            withUnsafeBytes(of: name) { words.copyMemory(from: $0) }
        }
        (first, second) = words
    }
}

/// A positive test of a field, or its exact complement.
package struct IndexedTest: Sendable {
    package let field: IndexedField
    package let test: EvaluatedTest
    package let isNegated: Bool
}
