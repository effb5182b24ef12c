import QuireCore

/// Random filters with conditions on one object of a list.
enum ElementTrees {
    /// - Parameters:
    ///   - table: The fields of the module.
    ///   - leaves: The tests of a field, or of a member of an object.
    static func filters(
        _ count: Int, over table: FieldTable = NestedModule.descriptor.fields,
        leaves: (FieldDescriptor) -> [Filter] = { LeafCases.leaves($0).map(Filter.leaf) }, seed: UInt64
    ) -> [Filter] {
        let place = Place(table, leaves)
        var random = Draws(seed: seed)
        return (0..<count).map { index in
            let condition = place.elements(depth: 3, &random)
            return index % 3 == 0
                ? condition : place.joined([condition, place.filter(depth: 2, &random)], &random)
        }
    }

    /// The fields of a module, or the members of an object, and the lists of objects among them.
    private final class Place {
        private let table: FieldTable
        private let leaves: [Filter]
        private let lists: [(name: String, objects: Place)]

        init(_ table: FieldTable, _ leaves: (FieldDescriptor) -> [Filter]) {
            self.table = table
            self.leaves = table.queryable.filter {
                if case .object = $0.kind.innermost { false } else { true }
            }.flatMap(leaves)
            lists = Self.paths(in: table).compactMap { path in
                table.objects(of: path).map { (path, Place($0.table, leaves)) }
            }
        }

        /// The names of the lists of objects, and their paths through objects and other lists.
        private static func paths(in table: FieldTable) -> [String] {
            table.fields.flatMap { field -> [String] in
                guard case .object(let inner) = field.kind.innermost else { return [] }
                return (field.kind.listElement == nil ? [] : [field.name])
                    + paths(in: inner).map { "\(field.name).\($0)" }
            }
        }

        /// A condition on one object of a list.
        func elements(depth: Int, _ random: inout Draws) -> Filter {
            let (name, objects) = random.one(of: lists)
            let step = RelationStep(elementsOf: name)
            let inner = objects.filter(depth: depth - 1, &random)
            return switch Int.random(in: 0..<4, using: &random) {
            case 0: .none(step, inner)
            case 1: .none(step, inner.negated(in: objects.table))
            default: .any(step, inner)
            }
        }

        func filter(depth: Int, _ random: inout Draws) -> Filter {
            switch depth == 0 ? 0 : Int.random(in: 0..<8, using: &random) {
            case 1 where !lists.isEmpty, 2 where !lists.isEmpty: return elements(depth: depth, &random)
            case 3, 4, 5:
                let count = random.chance(20) ? 0 : Int.random(in: 1...3, using: &random)
                return joined((0..<count).map { _ in filter(depth: depth - 1, &random) }, &random)
            case 6: return filter(depth: depth - 1, &random).negated(in: table)
            default: return random.one(of: leaves)
            }
        }

        func joined(_ filters: [Filter], _ random: inout Draws) -> Filter {
            random.chance(2) ? .and(filters) : .or(filters)
        }
    }
}
