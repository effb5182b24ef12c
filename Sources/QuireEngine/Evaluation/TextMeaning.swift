import QuireCore
import QuireText

/// The meaning of a full-text search. This defines how searches without words behave.
package enum TextMeaning: Sendable, Hashable {
    /// The query has no words and matches nothing. The engine need not be called.
    case nothing
    /// The query has no words and matches everything.
    case everything
    case words(AnalyzedText)
}

extension TextSearch {
    /// The meaning of the search with an engine's analyzer.
    package func meaning(_ analyzer: TextAnalyzer) -> TextMeaning {
        if let words = AnalyzedText(query, analyzer) { return .words(words) }
        return emptyFindsAll ? .everything : .nothing
    }

    /// The searchable fields to search, in the schema's order.
    ///
    /// - Throws: `QueryError` if the module has none, if the search names a field that is not searchable, if the query is
    ///   nested too deeply, or if it has too many words.
    package func searchedFields(
        of module: ModuleDescriptor, _ analyzer: TextAnalyzer = TextAnalyzer()
    ) throws(QueryError) -> [FieldDescriptor] {
        guard !query.isDeeper(than: TextQuery.maximumDepth) else {
            throw QueryError(
                .incompatibleOperand, module: module.name,
                node: "a text query of more than \(TextQuery.maximumDepth) levels",
                expected: "fewer; put the operands of && and || side by side in .and([…]) and .or([…])")
        }
        guard !query.hasMoreWords(than: TextQuery.maximumWords, analyzer) else {
            throw QueryError(
                .incompatibleOperand, module: module.name,
                node: "a text query of more than \(TextQuery.maximumWords) words",
                expected: "fewer words, or several searches")
        }
        let searchable = module.searchableFields
        let names = searchable.map(\.name).joined(separator: ", ")
        guard !searchable.isEmpty else {
            throw QueryError(
                .incompatibleOperation, module: module.name, node: "search",
                expected: "a module with searchable fields; mark some with \"searchable\" in the schema")
        }
        guard let fields else { return searchable }
        for name in fields where !searchable.contains(where: { $0.name == name }) {
            let isField = module.fields[path: name] != nil
            throw QueryError(
                isField ? .incompatibleOperation : .unknownProperty, module: module.name,
                node: "\"\(name)\" in the search",
                expected: (isField ? "a searchable field" : "a field of the module")
                    + "; the searchable fields are \(names)")
        }
        guard !fields.isEmpty else {
            throw QueryError(
                .incompatibleOperand, module: module.name, node: "search in no field",
                expected: "one field at least; the searchable fields are \(names)")
        }
        return searchable.filter { fields.contains($0.name) }
    }
}

extension SearchRequest {
    /// The vector of the text, if the search is for a meaning and has a word.
    package var vector: TextVector? { sort.isEmpty ? text?.vector : nil }
}

extension InstanceSearch {
    /// Puts what words find into the order of the meaning, and adds the nearest items that no word finds, which it
    /// returns.
    ///
    /// - Parameter vectors: The vectors of the instances, of those that have one.
    func addSimilar(
        to matches: inout [Found], _ instances: [JSONValue], _ vectors: [TextVector?], near vector: TextVector
    ) -> [Int] {
        let keys = Dictionary(uniqueKeysWithValues: matches.map { ($0.item, $0.key) })
        let nearest = instances.indices.compactMap { item -> (item: Int, similarity: Double)? in
            guard vectors.indices.contains(item), let other = vectors[item], isWanted(instances[item]),
                isRefined(instances[item], except: nil)
            else { return nil }
            return (item, vector.similarity(to: other))
        }.sorted { one, other in
            if one.similarity != other.similarity { return one.similarity > other.similarity }
            let ids = (instances[one.item].instanceID, instances[other.item].instanceID)
            return EvaluatedValue.standing(ids.0, ids.1) == .less
        }
        let order = FusedOrder(
            words: matches.prefix(FusedOrder.mostByWords).map { Int64($0.item) },
            nearest: nearest.prefix(FusedOrder.mostNearest).map { Int64($0.item) },
            isFound: { keys[Int($0)] != nil })
        let rest = matches.dropFirst(FusedOrder.mostByWords).map(\.item)
            .filter { !order.raised.contains(Int64($0)) }
        let items = order.items.map(Int.init) + rest + order.similar.map(Int.init)
        matches = items.enumerated().map { index, item in
            Found(
                item: item, key: keys[item] ?? nil,
                place: InstanceOrder.Place(
                    values: [.integer(Int64(index + 1))], id: instances[item].instanceID))
        }
        return order.similar.map(Int.init)
    }
}

extension [InstanceSearch.Found] {
    /// The first item after a place in the order of a meaning: after the item with its id, or after as many items.
    func index(after place: InstanceOrder.Place) -> Int {
        if let index = firstIndex(where: { $0.place.id.isByteEqual(to: place.id) }) { return index + 1 }
        guard case .integer(let position)? = place.values.first ?? nil else { return count }
        return Swift.min(Swift.max(Int(clamping: position), 0), count)
    }
}

extension TextVector {
    /// The dot product, without the scale of this vector, which is the same for all others.
    package func similarity(to other: TextVector) -> Double {
        var sum: Int64 = 0
        for (left, right) in zip(components, other.components) { sum += Int64(left) * Int64(right) }
        return Double(sum) * Double(other.scale)
    }
}
