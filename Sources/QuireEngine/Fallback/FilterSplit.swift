import QuireCore

/// A request's filters in two parts: one that an engine can express, and the rest that is tested afterwards.
///
/// The engine's part matches everything that the whole filter matches, and as little more as possible. For an `and`,
/// it keeps the operands that the engine can express. For an `or`, it keeps all operands as far as possible, or none.
struct FilterSplit {
    /// A part of the filter that all items must meet.
    private struct Conjunct {
        var filter: Filter
        var isMetadata: Bool
    }

    /// The request with the engine's part of its filters.
    private(set) var sent: SearchRequest
    /// The remaining filter over the values, or `nil`.
    private(set) var filter: Filter?
    private(set) var metaFilter: Filter?

    /// - Parameters:
    ///   - request: A request that the engine rejects.
    ///   - refusal: Returns the engine's error for a request, without I/O, or `nil` if the engine can express it.
    /// - Throws: `UnsupportedError` if the engine rejects more than filters; the errors of `refusal`.
    init(_ request: SearchRequest, refusal: (SearchRequest) throws -> UnsupportedError?) throws {
        var bare = request
        bare.filter = nil
        bare.metaFilter = nil
        if let refused = try refusal(bare) { throw refused }
        sent = bare

        var residual: [Conjunct] = []
        let conjuncts =
            Self.conjuncts(of: request.filter).map { Conjunct(filter: $0, isMetadata: false) }
            + Self.conjuncts(of: request.metaFilter).map { Conjunct(filter: $0, isMetadata: true) }
        var parts: [(conjunct: Conjunct, sent: Filter)] = []
        for conjunct in conjuncts {
            func isExpressible(_ filter: Filter) throws -> Bool {
                try refusal(bare.narrowed(by: filter, isMetadata: conjunct.isMetadata)) == nil
            }
            if try isExpressible(conjunct.filter) {
                parts.append((conjunct, conjunct.filter))
                continue
            }
            residual.append(conjunct)
            if let part = try Self.relaxed(conjunct.filter, over: request.module.fields, isExpressible),
                try isExpressible(part)
            {
                parts.append((conjunct, part))
            }
        }
        // Parts that can be expressed one by one may be too much together.
        for (conjunct, part) in parts {
            let more = sent.narrowed(by: part, isMetadata: conjunct.isMetadata)
            if try refusal(more) == nil {
                sent = more
            } else if part == conjunct.filter {
                residual.append(conjunct)
            }
        }
        filter = Self.joined(residual.filter { !$0.isMetadata })
        metaFilter = Self.joined(residual.filter(\.isMetadata))
    }

    /// The operands of an `and`, including nested ones.
    private static func conjuncts(of filter: Filter?) -> [Filter] {
        switch filter {
        case nil: []
        case .and(let operands): operands.flatMap(conjuncts)
        case let filter?: [filter]
        }
    }

    /// The most specific filter that the engine can express and that includes all matches. `nil` means everything.
    private static func relaxed(
        _ filter: Filter, over fields: FieldTable, _ isExpressible: (Filter) throws -> Bool
    ) throws -> Filter? {
        switch filter {
        case .any(let step, let operand) where step.leadsToElements:
            if try isExpressible(filter) { return filter }
            guard let members = MemberCondition(operand, of: step, in: fields).filter else { return nil }
            return try relaxed(members, over: fields, isExpressible)
        case .leaf, .any, .none: return try isExpressible(filter) ? filter : nil
        case .and(let operands):
            let conjuncts = try operands.compactMap { try relaxed($0, over: fields, isExpressible) }
            return conjuncts.isEmpty ? nil : .and(conjuncts)
        case .or(let operands):
            var parts: [Filter] = []
            for operand in operands {
                guard let part = try relaxed(operand, over: fields, isExpressible) else { return nil }
                parts.append(part)
            }
            return .or(parts)
        }
    }

    private static func joined(_ conjuncts: [Conjunct]) -> Filter? {
        conjuncts.isEmpty ? nil : conjuncts.count == 1 ? conjuncts[0].filter : .and(conjuncts.map(\.filter))
    }
}

extension SearchRequest {
    fileprivate func narrowed(by filter: Filter, isMetadata: Bool) -> SearchRequest {
        func joined(_ old: Filter?) -> Filter {
            switch old {
            case nil: filter
            case .and(let operands): .and(operands + [filter])
            case let old?: .and([old, filter])
            }
        }
        var request = self
        if isMetadata {
            request.metaFilter = joined(metaFilter)
        } else {
            request.filter = joined(self.filter)
        }
        return request
    }
}
