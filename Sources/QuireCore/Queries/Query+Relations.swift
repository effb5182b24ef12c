extension Query {
    /// Includes the related items of all relations of the module and of its objects, one level deep.
    ///
    /// ```swift
    /// Books.query().includeAll()
    /// // "include":["all"]
    /// ```
    public func includeAll() -> Self {
        changed { request in
            request.includesAll = true
            for field in Module.descriptor.fields.queryable {
                guard case .relation = field.kind.innermost else { continue }
                let path = IncludePath([field.name])
                if !request.include.contains(path) { request.include.append(path) }
            }
        }
    }

    /// Includes the related items of relations, in `Relation.item`.
    ///
    /// ```swift
    /// Books.query().include(\.author, \.editors, \.author.publisher)
    /// // "include":["author","editors"]; publishers by a second search with the ids that the authors hold
    /// ```
    /// `ContentClient` fetches nested relations (`\.author.publisher`) with one search per level. If a related item
    /// is not found, only its id is available.
    public func include<each Path: RelationPath>(_ paths: repeat KeyPath<Module.Fields, each Path>) -> Self {
        func names<P: RelationPath>(_ path: P) -> [String] { P.names(of: path) }
        let fields = Module.Fields()
        var query = self
        for path in repeat each paths {
            let path = IncludePath(names(fields[keyPath: path]))
            if !query.request.include.contains(path) { query.request.include.append(path) }
        }
        return query
    }

    /// Includes the related items that a query finds, for a relation to many items. The relation of each item then has
    /// only these, in the order of the query.
    ///
    /// ```swift
    /// Books.query().include(\.editors) { $0.where(\.fullName, hasPrefix: "A").sort(by: \.fullName).limit(3) }
    /// // books by one search, and their editors by a second: id in (…) and fullName hasPrefix "A", sorted by fullName
    /// ```
    /// The limit counts for each item. `ContentClient` runs the closure's query once for a page. Embedded stores and
    /// `InMemoryEngine` support it; other engines throw an `UnsupportedError` before any request.
    ///
    /// Writing such an item back as a whole throws a `WriteError`, because its relation is shorter than the stored one.
    /// Write a draft with the changed fields instead.
    public func include<P: FieldReference>(
        _ relation: KeyPath<Module.Fields, P>,
        _ query: (Query<P.Value.Target>) -> Query<P.Value.Target>
    ) -> Self where P.Value: ToManyOperand {
        let path = relation.fieldPath
        let included = IncludePath(
            path.steps.map(\.relation) + [path.name], query: query(Query<P.Value.Target>()).request)
        return changed { request in
            request.include.removeAll { $0.fields == included.fields }
            request.include.append(included)
        }
    }

    /// Narrows the query to items whose relation points at one of the given items, or at any item if none are given.
    ///
    /// ```swift
    /// Books.query().related(\.author, to: ["57ea6aa4"])
    /// // "relatedTo":[{"fieldName":"author","instanceIds":["57ea6aa4"]}]
    /// Books.query().related(\.author)
    /// // "relatedTo":[{"fieldName":"author","instanceIds":["*"]}]
    /// ```
    /// - Parameters:
    ///   - field: The relation.
    ///   - ids: The ids of the related items. `nil` stands for any item. An empty list matches nothing.
    public func related<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, to ids: [ContentID<P.Value.Target>]? = nil
    ) -> Self where P.Value: RelationOperand {
        changed { $0.related.append(RelatedItems(field: field.fieldName, ids: ids?.map(\.rawValue))) }
    }
}
