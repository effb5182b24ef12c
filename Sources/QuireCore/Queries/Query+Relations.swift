extension Query {
    /// Fills in all relations of the module, one step.
    ///
    /// ```swift
    /// Books.query().includeAll()
    /// // "include":["all"]
    /// ```
    public func includeAll() -> Self {
        changed { request in
            request.includesAll = true
            for field in Module.descriptor.fields.fields {
                guard case .relation = field.kind.innermost else { continue }
                let path = IncludePath([field.name])
                if !request.include.contains(path) { request.include.append(path) }
            }
        }
    }

    /// Fills in the items that the relations point at, in `Relation.item`.
    ///
    /// ```swift
    /// Books.query().include(\.author, \.editors, \.author.publisher)
    /// // "include":["author","editors"]; publishers by a second search with the ids that the authors hold
    /// ```
    /// What is behind a relation (`\.author.publisher`) is fetched by `ContentClient`, in as few searches as there are
    /// steps. An item that is not found stays an id.
    public func include<each Path: RelationPath>(_ paths: repeat KeyPath<Module.Fields, each Path>) -> Self {
        let fields = Module.Fields()
        var query = self
        for path in repeat each paths {
            let path = IncludePath(fields[keyPath: path].fields)
            if !query.request.include.contains(path) { query.request.include.append(path) }
        }
        return query
    }

    /// Items whose relation points at one of those items.
    ///
    /// ```swift
    /// Books.query().related(\.author, to: ["57ea6aa4"])
    /// // "relatedTo":[{"fieldName":"author","instanceIds":["57ea6aa4"]}]
    /// ```
    public func related<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, to ids: [ContentID<P.Value.Target>]
    ) -> Self where P.Value: RelationOperand {
        changed { $0.related.append(RelatedItems(field: field.name, ids: ids.map(\.rawValue))) }
    }

    /// Items whose relation points at any item.
    ///
    /// ```swift
    /// Books.query().related(\.author)
    /// // "relatedTo":[{"fieldName":"author","instanceIds":["*"]}]
    /// ```
    public func related<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>
    ) -> Self where P.Value: RelationOperand {
        changed { $0.related.append(RelatedItems(field: field.name, ids: nil)) }
    }
}
