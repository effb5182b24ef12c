import Foundation
import QuireCluster
import QuireCore
import QuireEngine

/// Compiles all conditions of a search to one clause: filters, relations, ids, segments.
struct FilterCompiler {
    let search: IndexedSearch
    /// The fields of the module that filters test.
    private(set) var tested = FieldMarks()

    init(search: IndexedSearch) { self.search = search }

    /// All conditions except the refinements of facets and the full-text search.
    mutating func clause() throws -> Clause {
        let request = search.request
        var clauses: [Clause] = []
        for filter in search.filters { clauses.append(try clause(filter)) }
        for (field, ids) in search.related {
            guard let ids else {
                clauses.append(.term(LayoutField.present, .string(field.physicalName)))
                continue
            }
            try checkCount(ids, "related")
            var writer = ClauseWriter()
            let test = EvaluatedTest.isAny(of: .many(ids.map(EvaluatedValue.text)))
            let written = try LeafCompiler(field: field, leaf: nil).write(test, to: &writer)
            clauses.append(writer.clause(written))
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

    mutating func clause(_ filter: IndexedFilter) throws -> Clause {
        switch filter {
        case .filter(let filter, let fields):
            var writer = ClauseWriter()
            let written = try write(filter, fields, to: &writer)
            return writer.clause(written)
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

    private mutating func write(
        _ filter: Filter, _ fields: IndexedFields, to writer: inout ClauseWriter
    ) throws -> ClauseWriter.Written {
        switch filter {
        case .and(let operands): return try write(operands, isAll: true, fields, to: &writer)
        case .or(let operands): return try write(operands, isAll: false, fields, to: &writer)
        case .any(let step, _), .none(let step, _): throw fields.notOwn(step)
        case .leaf(let leaf):
            let test = try fields.test(leaf)
            tested.insert(test.field)
            let start = writer.start
            let written = try LeafCompiler(field: test.field, leaf: leaf).write(test.test, to: &writer)
            return test.isNegated ? writer.negate(written, from: start) : written
        }
    }

    private mutating func write(
        _ operands: [Filter], isAll: Bool, _ fields: IndexedFields, to writer: inout ClauseWriter
    ) throws -> ClauseWriter.Written {
        if operands.count == 1 { return try write(operands[0], fields, to: &writer) }
        var group = writer.begin(isAll: isAll)
        for operand in operands {
            let place = writer.beginPart(of: group)
            writer.endPart(of: &group, place, try write(operand, fields, to: &writer))
        }
        return writer.end(group)
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
