import QuireCore

extension SearchRequest {
    /// Refuses members of objects, for an engine that only knows a module's own fields.
    ///
    /// - Throws: `UnsupportedError` for the first member that the request names.
    func checkMembers(for engine: EngineCapabilities) throws(UnsupportedError) {
        func check(_ name: String, in module: ModuleDescriptor) throws(UnsupportedError) {
            guard module.fields[path: name]?.isMember == true else { return }
            throw UnsupportedError(engine: engine.name, member: name)
        }
        for filter in [filter].compactMap(\.self) + refinements.map(\.filter) {
            if let name = filter.member(in: module.fields) {
                throw UnsupportedError(engine: engine.name, member: name)
            }
        }
        for key in sort {
            if case .value(let name) = key.property { try check(name, in: key.steps.last?.module ?? module) }
        }
        for related in related { try check(related.field, in: module) }
        for facet in facets { try check(facet.field, in: module) }
        for refinement in refinements { try check(refinement.field, in: module) }
        guard let text else { return }
        for name in text.fields ?? module.searchableFields.filter(\.isMember).map(\.name) {
            try check(name, in: module)
        }
    }
}

extension UnsupportedError {
    /// The error of an engine that only knows a module's own fields.
    package init(engine: String, member: String) {
        self.init(
            engine: engine, node: "\"\(member)\", a member of an object",
            hint:
                "it only knows a module's own fields; let the client filter with .fallback(.clientSide(maxScanned: 1_000)), "
                + "or make the member a field of the module")
    }
}

extension Filter {
    /// The first member of an object that the filter names.
    fileprivate func member(in table: FieldTable) -> String? {
        switch self {
        case .and(let operands), .or(let operands):
            for operand in operands { if let name = operand.member(in: table) { return name } }
            return nil
        case .any(let step, _) where step.leadsToElements, .none(let step, _) where step.leadsToElements:
            return step.relation
        case .any(let step, let operand), .none(let step, let operand):
            if (step.isReverse ? step.module.fields : table)[path: step.relation]?.isMember == true {
                return step.relation
            }
            return operand.member(in: step.module.fields)
        case .leaf(let leaf):
            return [leaf.property, leaf.comparedField].compactMap(\.self).first {
                table[path: $0]?.isMember == true
            }
        }
    }
}

extension SearchRequest {
    /// The request for the engine: it includes relations of the module itself, if it supports that. The client fetches
    /// the relations behind them and those in objects, and fields of related items where the engine does not join
    /// modules. Where the engine returns whole objects, decoders read the selected members from them.
    func askingEngine(_ engine: EngineCapabilities) -> SearchRequest {
        var request = engine.selectsAcrossRelations ? self : leavingRelatedFields()
        if !engine.selectsMembers { request = request.selectingObjects() }
        guard !include.isEmpty else { return request }
        request.include = []
        guard engine.includes else { return request }
        // A query decides which items a relation has, so the engine must not fill it in.
        let queried = include.filter { $0.query != nil && $0.fields.count == 1 }.map(\.fields)
        for path in include where !queried.contains(Array(path.fields.prefix(1))) {
            let first = IncludePath(Array(path.fields.prefix(1)))
            if let name = first.fields.first, module.fields[path: name]?.isMember == true { continue }
            if !request.include.contains(first) { request.include.append(first) }
        }
        return request
    }

    /// The request without fields of related items, but with the relations that lead to them.
    func leavingRelatedFields() -> SearchRequest {
        guard !relatedFields.isEmpty else { return self }
        var request = self
        request.relatedFields = []
        guard var fields = fields else { return request }
        for name in relatedFields.compactMap(\.steps.first?.relation)
        where !fields.contains(name) {
            fields.append(name)
        }
        request.fields = fields
        return request
    }
}
