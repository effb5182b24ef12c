extension RejectedCode {
    /// Conditions on related items that do not fit the relation or the fields behind it.
    static let related: [RejectedCode] = [
        Self(
            #"Books.query().where(\.author.name == "x")"#,
            #"'name' is unavailable: this module has no field 'name'; it is metadata. Use filterMeta { $0.name … } or sortMeta(by: \.name)"#
        ),
        Self(
            #"Books.query().where(\.author.fullName, in: "x")"#,
            "cannot convert value of type 'String' to expected argument type '[Optional<String>.Unwrapped]' (aka 'Array<String>')"
        ),
        Self(
            #"Books.query().where(\.author.fullName, like: 3)"#,
            "cannot convert value of type 'Int' to expected argument type 'String'"),
        Self(
            #"Books.query().where(\.author.publisher > "x")"#,
            "'>' is unavailable: the schema does not list '>' among the filter operators of this field"),
        Self(
            #"Books.query().where(\.editors.any.fullName == 3)"#,
            "cannot convert value of type 'Int' to expected argument type 'String'"),
        Self(
            #"Books.query().where(any: \.editors) { $0.fullName > "x" }"#,
            "'>' is unavailable: the schema does not list '>' among the filter operators of this field"),
        Self(
            #"Books.query().where(any: \.editors) { $0.fullName }"#,
            "cannot convert value of type 'KeyPath<Authors.Fields, Field<Authors.Fields, String, Sortable<TextOperators>>>' to expected argument type 'Condition<Array<ContentID<Authors>>.Fields>' (aka 'Condition<Authors.Fields>')"
        ),
        Self(
            #"Books.query().where(any: \.editors) { \.fullName == "x" }"#,
            "contextual type for closure argument list expects 1 argument, which cannot be implicitly ignored"
        ),
        Self(
            #"Books.query().where(every: \.editors)"#,
            "missing argument for parameter #2 in call"),
        Self(
            #"Books.query().filter { $0.editors.every { $0.fullName } }"#,
            "cannot convert value of type 'KeyPath<Authors.Fields, Field<Authors.Fields, String, Sortable<TextOperators>>>' to expected argument type 'Condition<Array<ContentID<Authors>>.Fields>' (aka 'Condition<Authors.Fields>')"
        ),
        Self(
            #"Books.query().filter { $0.title.isFound }"#,
            "property 'isFound' requires that 'String' conform to 'RelationOperand'"),
        Self(
            #"Books.query().filter { $0.author.name == "x" }"#,
            "value of type 'KeyPath<Books.Fields, Field<Books.Fields, ContentID<Authors>?, Facetable<RelationOperators>>>' has no member 'name'"
        ),
        Self(
            #"Books.query().filter { $0.editors.first { $0.fullName == "x" } }"#,
            "value of type 'KeyPath<Books.Fields, Field<Books.Fields, [ContentID<Authors>], ListOperators>>' has no member 'first'"
        ),
        Self(
            #"Books.query().filter { $0.editors.contains { $0.fullName == "x" } }"#,
            "trailing closure passed to parameter of type 'Array<ContentID<Authors>>.Contained' (aka 'ContentID<Authors>') that does not accept a closure"
        ),
        Self(
            #"Books.query().filter { $0.editors.allSatisfy { $0.fullName == "x" } }"#,
            "value of type 'KeyPath<Books.Fields, Field<Books.Fields, [ContentID<Authors>], ListOperators>>' has no member 'allSatisfy'"
        ),
        Self(
            #"Authors.query().where(anyItem(of: Books.self, by: \.title) { $0.age > 1 })"#,
            "'anyItem(of:by:_:)' is unavailable: this field is not a relation: the schema declares another type for it"
        ),
        Self(
            #"Books.query().relatedItems(upTo: "x")"#,
            "cannot convert value of type 'String' to expected argument type 'Int'"),
    ]
}
