import QuireCore
import QuireEngine
import QuireRemote

/// Compiles filters to conditions on the attributes of records, without changing their meaning.
struct FilterCompiler {
    let index: RecordIndex

    func condition(_ filter: IndexedFilter) throws -> RecordFilter {
        switch filter {
        case .filter(let filter, let fields):
            return try RecordFilter(filter, over: fields, engine: AlgoliaConnection.engineName) {
                test, leaf in
                try LeafCompiler(field: test.field, names: index.attributes(of: test.field), leaf: leaf)
                    .condition(test.test).negated(if: test.isNegated)
            }.printable
        case .paths(let field, let paths, let isNegated):
            let attribute = index.attributes(of: field).path
            return key(attribute, of: field, anyOf: paths.map(RecordKey.key)).negated(if: isNegated).printable
        }
    }

    /// The conditions of a search on ids, relations and tags.
    func conditions(of search: IndexedSearch) throws -> [RecordFilter] {
        var parts: [RecordFilter] = []
        if let ids = search.request.ids, let field = index.module.metadata("id") {
            parts.append(key(index.attributes(of: field).key, of: field, anyOf: ids.map(RecordKey.key)))
        }
        for (field, ids) in search.related {
            let names = index.attributes(of: field)
            parts.append(
                ids.map { key(names.key, of: field, anyOf: $0.map(RecordKey.key)) }
                    ?? .presence(of: field, names))
        }
        guard let segment = search.request.segment, !segment.tags.isEmpty else { return parts }
        let tags = segment.tags.map { tag in
            RecordFilter.facet(RecordAttributes.tags, RecordKey.key(ofTag: tag.name, tag.value), of: "tags")
        }
        return parts + [segment.mode == .total ? .all(tags) : .any(tags)]
    }

    private func key(_ attribute: String, of field: IndexedField, anyOf keys: [String]) -> RecordFilter {
        .any(keys.map { .facet(attribute, $0, of: field.descriptor.name) })
    }

    // MARK: - The position of a cursor

    /// Throws an error if the position of a cursor cannot be expressed with the numbers of the sort's fields.
    func checkPlace(in sort: [IndexedSortKey]) throws(UnsupportedError) {
        for key in sort where !key.field.hasNumbers {
            throw UnsupportedError(
                node: "a cursor in the order of \"\(key.field.descriptor.name)\"",
                hint: "it compares numbers and dates only; use .page(1, size: …), or fetch everything")
        }
    }

    /// The items after a position: after it by the first number, or equal in the first and after it by the second,
    /// and so on. As an AND of ORs this is: equal or after by the first; after by the first, or equal or after by the
    /// second…
    func condition(
        after place: InstanceOrder.Place, in sort: [IndexedSortKey]
    ) throws(UnsupportedError) -> RecordFilter {
        try checkPlace(in: sort)
        var steps: [Step] = []
        for (key, value) in zip(sort, place.values) { steps += try self.steps(key, value) }
        let numbers = RecordPlace.numbers(of: place.id)
        for (attribute, number) in zip(RecordAttributes.place, numbers) {
            steps.append(Step(attribute: attribute, number: String(number)))
        }
        var groups = steps.indices.map { position in
            RecordFilter.any(
                steps[..<position].map { $0.condition() } + [steps[position].condition(orEqual: true)])
        }
        var last = steps.map { $0.condition() }
        // A longer id comes after its own prefix.
        if numbers.count < RecordAttributes.place.count {
            let next = Step(attribute: RecordAttributes.place[numbers.count], number: "0")
            last.append(next.condition(orEqual: true))
        }
        groups.append(.any(last))
        return .all(groups)
    }

    /// A number that a sort compares in order, those of the id last.
    private struct Step {
        var attribute: String
        var isDescending = false
        var number: String

        /// The condition that an item comes after, or is equal.
        func condition(orEqual: Bool = false) -> RecordFilter {
            let sign: RecordTest.Sign =
                isDescending ? (orEqual ? .lessOrEqual : .less) : (orEqual ? .greaterOrEqual : .greater)
            return .test(
                RecordTest(
                    field: attribute,
                    comparisons: [.init(attribute: attribute, sign: sign, number: number)]))
        }
    }

    private func steps(
        _ key: IndexedSortKey, _ value: EvaluatedValue?
    ) throws(UnsupportedError) -> [Step] {
        let names = index.attributes(of: key.field)
        func text(of number: Double) throws(UnsupportedError) -> String {
            if let text = RecordNumber.text(of: number) { return text }
            throw UnsupportedError(
                node: "a cursor at \(number) of \"\(key.field.descriptor.name)\"",
                hint: "it takes numbers in plain digits; use .page(1, size: …), or fetch everything")
        }
        func step(_ attribute: String, _ number: String) -> Step {
            Step(attribute: attribute, isDescending: key.isDescending, number: number)
        }
        let presence = Step(
            attribute: names.presence, isDescending: !key.putsNoValueFirst, number: value == nil ? "0" : "1")
        let number = key.field.isList ? names.lowest : names.number
        switch value {
        case .integer(let whole)?:
            let (near, rest) = RecordNumber.split(whole)
            let first = step(number, try text(of: near))
            guard !RecordNumber.isExact(whole) else { return [presence, first] }
            return [presence, first, step(key.field.isList ? names.lowestRest : names.rest, String(rest))]
        case .number(let value)?: return [presence, step(number, try text(of: value))]
        default: return [presence]
        }
    }
}
