import QuireCore
import QuireRemote

extension CompiledSearch {
    /// Throws an error if the index lacks a field of the search: for the server, no document would match it.
    func check(_ description: IndexDescription, alsoUsing others: [IndexedField] = []) throws(CollectionError)
    {
        guard case .prepared = description.state, let fields = description.fields,
            let index = description.indices.first, !names.fits(index)
        else { return }
        let missing = (namedFields + others).filter { field in
            !field.shadows.allSatisfy { fields.contains(field.name(of: $0)) }
        }
        guard missing.isEmpty else {
            throw names.otherSchema(
                index, lacking: missing.map { "\"\($0.descriptor.name)\"" }.joined(separator: ", "))
        }
    }

    /// The same, with a description that is read again before the search is refused.
    func check(_ descriptions: IndexDescriptions, alsoUsing others: [IndexedField] = []) async throws {
        do {
            try check(try await descriptions.description(of: layout), alsoUsing: others)
        } catch let error as CollectionError where error.reason == .otherSchema {
            try check(try await descriptions.description(of: layout, isFresh: true), alsoUsing: others)
        }
    }

    /// The fields used by filters, refinements, relations, facets, sort order and full-text search, each once.
    var namedFields: [IndexedField] {
        var fields: [IndexedField] = []
        for (field, _) in search.related { fields.append(field) }
        for (_, field) in search.facets { fields.append(field) }
        for key in search.sort { fields.append(key.field) }
        for filter in search.filters { filter.add(to: &fields) }
        for (_, filter) in search.refinements { filter.add(to: &fields) }
        if search.text != nil { fields += search.searchedFields }
        var named: [IndexedField] = []
        for field in fields where !field.isMetadata && !named.contains(where: { $0 === field }) {
            named.append(field)
        }
        return named
    }
}

extension IndexedFilter {
    fileprivate func add(to fields: inout [IndexedField]) {
        switch self {
        case .filter(let filter, let tested): Self.add(filter, tested, to: &fields)
        case .paths(let field, _, _): fields.append(field)
        }
    }

    private static func add(_ filter: Filter, _ tested: IndexedFields, to fields: inout [IndexedField]) {
        switch filter {
        case .and(let operands), .or(let operands):
            for operand in operands { add(operand, tested, to: &fields) }
        case .leaf(let leaf): if let field = tested[leaf.property] { fields.append(field) }
        case .any, .none: break
        }
    }
}
