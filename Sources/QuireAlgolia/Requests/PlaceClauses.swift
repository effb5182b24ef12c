import QuireCore
import QuireEngine
import QuireRemote

extension FilterCompiler {
    /// The numbers that a sort compares in order, those of the id last.
    private struct Step {
        var attribute: String
        var isDescending: Bool
        var number: String

        /// Adds the condition that an item comes after, or is equal unless it is strict.
        func add(_ isStrict: Bool, to clauses: inout FilterClauses) {
            let sign: FilterTest.Sign =
                isDescending ? (isStrict ? .less : .lessOrEqual) : (isStrict ? .greater : .greaterOrEqual)
            var test = clauses.begin(attribute)
            clauses.addComparison(to: &test, attribute, sign) { $0.append(text: number) }
            clauses.add(test)
        }
    }

    /// The fields of a sort, if the position of a cursor can be expressed with their numbers.
    func placeFields(of sort: [SortKey]) throws -> [IndexedField] {
        try sort.compactMap { key in
            guard let field = index.module.field(key.property) else { return nil }
            guard field.hasNumbers else {
                throw UnsupportedError(
                    engine: AlgoliaConnection.engineName,
                    node: "a cursor in the order of \"\(field.descriptor.name)\"",
                    hint: "it compares numbers and dates only; use .page(1, size: …), or fetch everything")
            }
            return field
        }
    }

    /// Adds the items after a position: after it by the first number, or equal in the first and after it by the second,
    /// and so on. As an AND of ORs this is: equal or after by the first; after by the first, or equal or after by the
    /// second…
    mutating func add(after place: InstanceOrder.Place, in sort: [SortKey]) throws {
        var steps: [Step] = []
        for ((key, field), value) in zip(zip(sort, try placeFields(of: sort)), place.values) {
            steps += try self.steps(key, field, value)
        }
        let numbers = RecordPlace.numbers(of: place.id)
        for (attribute, number) in zip(RecordAttributes.place, numbers) {
            steps.append(Step(attribute: attribute, isDescending: false, number: String(number)))
        }
        for (position, step) in steps.enumerated() {
            for earlier in steps[..<position] { earlier.add(true, to: &clauses) }
            step.add(false, to: &clauses)
            clauses.endGroup()
        }
        for step in steps { step.add(true, to: &clauses) }
        // A longer id comes after its own prefix.
        if numbers.count < RecordAttributes.place.count {
            let next = RecordAttributes.place[numbers.count]
            Step(attribute: next, isDescending: false, number: "0").add(false, to: &clauses)
        }
        clauses.endGroup()
    }

    private func steps(_ key: SortKey, _ field: IndexedField, _ value: EvaluatedValue?) throws -> [Step] {
        let names = index.attributes(of: field)
        let presence = Step(
            attribute: names.presence, isDescending: !key.putsNoValueFirst, number: value == nil ? "0" : "1")
        let isDescending = key.order == .descending
        let number = field.isList ? names.lowest : names.number
        switch value {
        case .integer(let whole)?:
            let (near, rest) = RecordNumber.split(whole)
            let first = Step(
                attribute: number, isDescending: isDescending, number: try text(of: near, field))
            guard !RecordNumber.isExact(whole) else { return [presence, first] }
            let second = Step(
                attribute: field.isList ? names.lowestRest : names.rest, isDescending: isDescending,
                number: String(rest))
            return [presence, first, second]
        case .number(let value)?:
            let first = Step(
                attribute: number, isDescending: isDescending, number: try text(of: value, field))
            return [presence, first]
        default: return [presence]
        }
    }

    private func text(of number: Double, _ field: IndexedField) throws -> String {
        guard let text = RecordNumber.text(of: number) else {
            throw UnsupportedError(
                engine: AlgoliaConnection.engineName,
                node: "a cursor at \(number) of \"\(field.descriptor.name)\"",
                hint: "it takes numbers in plain digits; use .page(1, size: …), or fetch everything")
        }
        return text
    }
}

extension SortKey {
    /// A missing value is the smallest, unless the key says where it goes.
    var putsNoValueFirst: Bool { (nulls ?? (order == .ascending ? .first : .last)) == .first }
}
