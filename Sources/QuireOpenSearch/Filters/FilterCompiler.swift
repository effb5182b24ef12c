import Foundation
import QuireCluster
import QuireCore
import QuireEngine

/// Compiles all conditions of a search to one clause: filters, relations, ids, segments.
struct FilterCompiler {
    let search: IndexedSearch

    /// All conditions except the refinements of facets and the full-text search.
    func clause() throws(UnsupportedError) -> Clause {
        let request = search.request
        var clauses: [Clause] = []
        for filter in search.filters { clauses.append(try clause(filter)) }
        for (field, ids) in search.related {
            guard let ids else {
                clauses.append(.term(LayoutField.present, .string(field.physicalName)))
                continue
            }
            try checkCount(ids, "related")
            let compiler = LeafCompiler(field: field, leaf: nil)
            clauses.append(try compiler.clause(.isAny(of: ids.map(EvaluatedValue.text))))
        }
        if let ids = request.ids {
            try checkCount(ids, "ids")
            clauses.append(.terms(LayoutField.id, ids.map { .string(TextKey.encoded($0)) }))
        }
        if let segment = request.segment, !segment.tags.isEmpty {
            let tags = segment.tags.map { Clause.term(LayoutField.tags, .string($0.indexed)) }
            clauses.append(segment.mode == .total ? .all(tags) : .any(tags))
        }
        return .all(clauses)
    }

    func clause(_ filter: IndexedFilter) throws(UnsupportedError) -> Clause {
        switch filter {
        case .all(let parts): return .all(try clauses(parts))
        case .any(let parts): return .any(try clauses(parts))
        case .test(let field, let test, let isNegated, let leaf):
            let clause = try LeafCompiler(field: field, leaf: leaf).clause(test)
            return isNegated ? .not(clause) : clause
        case .paths(let field, let paths, let isNegated):
            guard !paths.contains(where: TextKey.isLong) else {
                throw UnsupportedError(
                    engine: ClusterConnection.engineName, node: "a path of \"\(field.descriptor.name)\"",
                    hint: "choose a path of at most \(TextKey.limit) bytes")
            }
            let clause = Clause.terms(
                field.name(of: .path), paths.map { .string(TextKey.encoded($0)) })
            return isNegated ? .not(clause) : clause
        }
    }

    private func clauses(_ filters: [IndexedFilter]) throws(UnsupportedError) -> [Clause] {
        var clauses: [Clause] = []
        clauses.reserveCapacity(filters.count)
        for filter in filters { clauses.append(try clause(filter)) }
        return clauses
    }

    private func checkCount(_ ids: [String], _ part: String) throws(UnsupportedError) {
        guard ids.count <= IndexLimits.terms else {
            throw UnsupportedError(
                engine: ClusterConnection.engineName, node: "\(ids.count) ids in \(part)",
                hint: IndexLimits.termsHint)
        }
    }
}

extension Tag {
    /// The tag as one keyword, which is different for each tag.
    var indexed: String { Tag.indexed(name: name, value: value) }

    static func indexed(name: String, value: String?) -> String {
        let text = "\(name.utf8.count):\(name)\(value.map { "=" + $0 } ?? "")"
        return TextKey.isLong(text) ? "sha256:" + TextKey.hash(of: text) : TextKey.encoded(text)
    }
}
