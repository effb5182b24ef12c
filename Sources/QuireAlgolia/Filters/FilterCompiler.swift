import QuireCore
import QuireEngine
import QuireRemote

/// Compiles filters to groups of conditions on the attributes of records, without changing their meaning.
struct FilterCompiler {
    let index: RecordIndex
    /// What was compiled so far. What is appended must hold as well.
    var clauses = FilterClauses()

    init(index: RecordIndex) {
        self.index = index
        clauses.reserve()
    }

    mutating func add(_ filter: Filter, over fields: IndexedFields) throws {
        do {
            try walk(filter, fields)
        } catch let error as UnsupportedError {
            try fields.check(filter)
            throw error
        }
    }

    private mutating func walk(_ filter: Filter, _ fields: IndexedFields) throws {
        switch filter {
        case .and(let operands):
            let start = clauses.count
            for operand in operands { try walk(operand, fields) }
            clauses.simplify(from: start)
        case .or(let operands):
            let start = clauses.count
            // Without operands, nothing matches.
            if operands.isEmpty { clauses.endGroup() }
            var isFirst = true
            for operand in operands {
                let next = clauses.count
                try walk(operand, fields)
                if !isFirst { try clauses.combine(start, or: next) }
                isFirst = false
            }
        case .any(let step, _), .none(let step, _): throw fields.notOwn(step)
        case .leaf(let leaf):
            let test = try fields.test(leaf)
            try add(test.field, test.test, test.isNegated, leaf)
        }
    }

    mutating func add(_ refinement: FacetRefinement) throws {
        guard let paths = refinement.paths, let field = index.module.value(refinement.field) else {
            return try add(refinement.filter, over: index.module.testedValues)
        }
        let attribute = index.attributes(of: field).path
        for path in paths {
            addKey(attribute, of: field, isNegated: refinement.excludesPaths) {
                RecordKey.append(path, to: &$0)
            }
            if refinement.excludesPaths { clauses.endGroup() }
        }
        if !refinement.excludesPaths { clauses.endGroup() }
    }

    private mutating func add(
        _ field: IndexedField, _ test: EvaluatedTest, _ isNegated: Bool, _ leaf: Filter.Leaf
    ) throws {
        let start = clauses.count
        switch test {
        case .hasNoValue:
            addPresence(of: field, isNegated)
            clauses.endGroup()
        case .isAny(let operands):
            for operand in operands where addEquality(of: field, to: operand, isNegated) {
                if isNegated { clauses.endGroup() }
            }
            if !isNegated { clauses.endGroup() }
        case .isOrdered(let wanted, let operand):
            guard field.hasNumbers, let sign = FilterTest.Sign(wanted) else {
                throw unsupported(leaf, "it orders no texts; use an engine that does, or sort by the field")
            }
            try addOrdering(of: field, isNegated ? sign.opposite : sign, operand, isNegated, leaf)
            if isNegated { try addAbsence(of: field, orSince: start) }
        case .isBetween(let lower, let upper):
            guard field.hasNumbers, !field.isList else {
                throw unsupported(
                    leaf, "of a list it does not know which element meets both bounds; use >= and <=")
            }
            try addOrdering(of: field, isNegated ? .less : .greaterOrEqual, lower, isNegated, leaf)
            let middle = clauses.count
            try addOrdering(of: field, isNegated ? .greater : .lessOrEqual, upper, isNegated, leaf)
            guard isNegated else { return clauses.simplify(from: start) }
            try clauses.combine(start, or: middle)
            try addAbsence(of: field, orSince: start)
        case .isWithin(let box):
            guard !field.isList else { throw unsupported(leaf, "of a list of places it looks at none") }
            try addBox(box, field, isNegated, leaf)
        case .isLike, .contains, .hasPrefix, .hasSuffix:
            throw unsupported(leaf, "it looks for whole values only; use .search(\"…\") for words")
        case .isNear: throw unsupported(leaf, "it rounds distances; use .within with a box")
        }
    }

    func unsupported(_ leaf: Filter.Leaf, _ hint: String) -> UnsupportedError {
        UnsupportedError(
            engine: AlgoliaConnection.engineName, node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"",
            hint: hint)
    }

    // MARK: - Conditions of a group

    /// Adds the condition that an attribute of a field has a key.
    mutating func addKey(
        _ attribute: String, of field: IndexedField, isNegated: Bool = false, _ key: (inout [UInt8]) -> Void
    ) {
        var test = clauses.begin(field.descriptor.name)
        clauses.addFacet(to: &test, attribute, isNegated: isNegated, key: key)
        clauses.add(test)
    }

    /// Adds the condition that the field has a value, or has none.
    mutating func addPresence(of field: IndexedField, _ isWanted: Bool) {
        var test = clauses.begin(field.descriptor.name)
        clauses.addFacet(to: &test, RecordAttributes.present, isNegated: !isWanted) {
            $0.append(text: field.physicalName)
        }
        if field.hasNumbers || field.comparison == .place {
            clauses.addComparison(to: &test, index.attributes(of: field).presence, .equal) {
                $0.append(isWanted ? UInt8(ascii: "1") : UInt8(ascii: "0"))
            }
        }
        clauses.add(test)
    }

    /// Adds that the field has no value as an alternative to the groups since some position.
    private mutating func addAbsence(of field: IndexedField, orSince start: Int) throws {
        let next = clauses.count
        addPresence(of: field, false)
        clauses.endGroup()
        try clauses.combine(start, or: next)
    }

    /// Adds the condition that a value equals the operand. Returns `false` if no value of the field can.
    private mutating func addEquality(
        of field: IndexedField, to operand: EvaluatedValue, _ isNegated: Bool
    ) -> Bool {
        guard RecordKey.exists(for: operand, isWhole: field.isWhole) else { return false }
        let names = index.attributes(of: field)
        var test = clauses.begin(field.descriptor.name)
        clauses.addFacet(to: &test, names.key, isNegated: isNegated) {
            RecordKey.append(operand, isWhole: field.isWhole, to: &$0)
        }
        if field.hasNumbers, !field.isList, let number = operand.plainNumber {
            func write(_ bytes: inout [UInt8]) { bytes.append(text: number) }
            if isNegated {
                clauses.addComparison(to: &test, names.number, .less, number: write)
                clauses.addComparison(to: &test, names.number, .greater, number: write)
                clauses.addComparison(to: &test, names.presence, .equal) { $0.append(UInt8(ascii: "0")) }
            } else {
                clauses.addComparison(to: &test, names.number, .equal, number: write)
            }
        }
        clauses.add(test)
        return true
    }

    /// Adds the condition that an attribute compares with a number.
    mutating func addComparison(
        _ field: IndexedField, _ attribute: String, _ sign: FilterTest.Sign, _ number: (inout [UInt8]) -> Void
    ) {
        var test = clauses.begin(field.descriptor.name)
        clauses.addComparison(to: &test, attribute, sign, number: number)
        clauses.add(test)
    }
}

extension EvaluatedValue {
    /// The number to compare with; `nil` if it has no exact double or is too long in plain digits.
    fileprivate var plainNumber: String? {
        switch self {
        case .integer(let number): RecordNumber.isExact(number) ? String(number) : nil
        case .number(let number):
            number.magnitude < 0x1p53 ? RecordNumber.text(of: number) : nil
        default: nil
        }
    }
}
