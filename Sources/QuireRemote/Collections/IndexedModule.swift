import QuireCore
import QuireEngine
import QuireText

/// A module as a search cluster indexes it. Every field has a name that is safe in any engine.
package final class IndexedModule: Sendable {
    package let module: ModuleDescriptor
    /// The module's fields, in the schema's order, and then the members of objects that queries see as fields.
    package let values: [IndexedField]
    /// The lists of objects whose members queries see, without those in other lists.
    package let lists: [IndexedList]
    /// The metadata of an instance: `FieldTable.metadata`.
    package let metadata: [IndexedField]
    /// The fields that filters test.
    package let testedValues: IndexedFields
    package let testedMetadata: IndexedFields

    /// - Parameter hasMembers: Whether the engine indexes members of objects.
    package init(_ module: ModuleDescriptor, hasMembers: Bool = true) {
        self.module = module
        let fields = hasMembers ? module.fields.queryable : module.fields.fields
        values = fields.enumerated().map { IndexedField($1, ordinal: $0, isMetadata: false) }
        lists = hasMembers ? IndexedList.all(in: module.fields, module: module.name) : []
        let count = values.count
        metadata = FieldTable.metadata.fields.enumerated().map {
            IndexedField($1, ordinal: count + $0, isMetadata: true)
        }
        testedValues = IndexedFields(values, module: module.name)
        testedMetadata = IndexedFields(metadata, module: module.name)
    }

    /// The field with exactly this wire name.
    package func value(_ name: String) -> IndexedField? { testedValues[name] }

    package func metadata(_ name: String) -> IndexedField? { testedMetadata[name] }

    package func field(_ property: SortKey.Property) -> IndexedField? {
        switch property {
        case .value(let name): value(name)
        case .metadata(let name): metadata(name)
        }
    }
}

/// A field, or a metadata property, as a search cluster indexes it. A class, because every condition of a filter refers to
/// its field.
package final class IndexedField: Sendable, Hashable {
    package let descriptor: FieldDescriptor
    package let isMetadata: Bool
    /// The position among all fields of the module. Values come first.
    package let ordinal: Int
    /// ASCII letters, digits and underscores, unique within the module: `year`, `m_id`, `x_7a75`.
    package let physicalName: String
    package let comparison: Comparison
    package let isList: Bool
    /// Whether the field holds integers, or floating-point numbers. Neither for dates.
    package let isInteger: Bool
    package let isDouble: Bool
    /// Whether the index also stores the paths of the values, including the paths above them.
    package let isHierarchical: Bool

    package init(_ descriptor: FieldDescriptor, ordinal: Int, isMetadata: Bool) {
        self.descriptor = descriptor
        self.ordinal = ordinal
        self.isMetadata = isMetadata
        comparison = descriptor.kind.comparison
        isList = descriptor.kind.listElement != nil
        (isInteger, isDouble) =
            switch descriptor.kind.innermost {
            case .integer, .scalar(.integer): (true, false)
            case .number, .scalar(.number): (false, true)
            default: (false, false)
            }
        isHierarchical = !isMetadata && descriptor.facet == .hierarchical
        physicalName = Self.physicalName(of: descriptor.name, isMetadata: isMetadata)
    }

    /// ASCII letters, digits and underscores for a wire name. Plain names contain no underscore, so the three forms never
    /// meet.
    package static func physicalName(of name: String, isMetadata: Bool = false) -> String {
        guard name.isPlain else {
            return "x_\(name.utf8.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined())"
        }
        return isMetadata ? "m_\(name)" : name
    }

    package static func == (left: IndexedField, right: IndexedField) -> Bool {
        left === right
            || (left.ordinal == right.ordinal && left.isMetadata == right.isMetadata
                && left.descriptor == right.descriptor)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(ordinal) }

    /// The distinct paths of an instance with these values.
    package func paths(of values: [EvaluatedValue]) -> [String] {
        FacetPath.all(of: values.compactMap(\.text))
    }

    /// The searchable text of the instance in this field; `nil` if it has none.
    package func text(in instance: JSONValue) -> String? {
        SearchableText.text(of: descriptor.json(in: instance.member("values")), kind: descriptor.kind)
    }

    /// The values of the instance in this field. Empty if it has no value.
    package func values(in instance: JSONValue) -> [EvaluatedValue] {
        let object = isMetadata ? instance : instance.member("values")
        return EvaluatedValue.values(of: descriptor, in: object)
    }
}

extension String {
    /// Whether the name is short and consists only of ASCII letters and digits.
    fileprivate var isPlain: Bool {
        !isEmpty && utf8.count <= 60
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: false
                }
            }
    }
}

/// Some fields of a module, which are found by their wire names.
package final class IndexedFields: Sendable {
    package let fields: [IndexedField]
    /// The module's wire name.
    package let module: String
    /// The positions by the bytes of the names, because names that Unicode holds for equal may differ.
    private let positions: [ExactText: Int]

    package init(_ fields: [IndexedField], module: String) {
        self.fields = fields
        self.module = module
        positions = Dictionary(
            fields.enumerated().map { (ExactText($1.descriptor.name), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The first field with exactly this wire name.
    package subscript(name: String) -> IndexedField? {
        positions[ExactText(name)].map { fields[$0] }
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
}

/// A positive test of a field, or its exact complement.
package struct IndexedTest: Sendable {
    package let field: IndexedField
    package let test: EvaluatedTest
    package let isNegated: Bool
}
