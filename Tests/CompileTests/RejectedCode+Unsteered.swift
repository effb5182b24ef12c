extension RejectedCode {
    /// Errors with the compiler's own message. `UnderstandingCompilerErrors.md` explains each.
    ///
    /// Each has one error on its line: of several, the compiler does not always print the same one first.
    static let unsteered: [RejectedCode] = [
        Self(
            #"Books.Draft(title: "Emma")"#,
            "argument passed to call that takes no arguments"),
        Self(
            #"Books.query().search("emma", tolerance: 2)"#,
            "extra argument 'tolerance' in call"),
        Self(
            #"Books.query().where(\.viewdCount >= 10)"#,
            "'>=' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"Books.query().filter { $0.viewdCount >= 10 }"#,
            "'>=' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"Books.query().where(.status == .live)"#,
            "cannot convert value of type 'Bool' to expected argument type 'Condition<Books.Fields>'"),
        Self(
            #"Books.query().where(\.title.contains("x"))"#,
            "key path cannot refer to instance method 'contains'"
        ),
        Self(
            #"Books.query().where(\.tags.isEmpty)"#,
            "cannot convert value of type 'KeyPath<Root, Value>' to expected argument type 'Condition<Books.Fields>'"
        ),
        Self(
            #"Books.query().filter { $0.author.fullName == "x" }"#,
            "value of type 'KeyPath<Books.Fields, Field<Books.Fields, ContentID<Authors>?, Facetable<RelationOperators>>>' has no member 'fullName'"
        ),
        Self(
            #"Books.query().filter { $0.active }"#,
            "cannot convert value of type 'KeyPath<Books.Fields, Field<Books.Fields, Bool, BooleanOperators>>' to expected argument type 'Condition<Books.Fields>'"
        ),
        Self(
            #"print(book.titel)"#,
            "value of type 'Book' (aka 'Content<Books>') has no dynamic member 'titel' using key path from root type 'Books.Values'"
        ),
        Self(
            #"print(book.author.fullName)"#,
            "value of optional type 'Relation<Authors>?' must be unwrapped to refer to member 'fullName' of wrapped base type 'Relation<Authors>'"
        ),
        Self(
            #"Books.query().filter { anyOf { $0.rank == nil; $0.rank > 3 } }"#,
            "contextual type for closure argument list expects 1 argument, which cannot be implicitly ignored"
        ),
        Self(
            #"Books.query().filter(\.age >= 18)"#,
            "cannot convert value of type 'Condition<F>' to expected argument type '(FieldScope<Books.Fields>) -> [Filter]'"
        ),
        Self(
            #"Books.query().where(\.released > "2020-01-01")"#,
            "cannot convert value of type 'String' to expected argument type 'Optional<Date>.Unwrapped' (aka 'Date')"
        ),
        Self(
            #"Books.query().where(\.author == book)"#,
            "cannot convert value of type 'Book' (aka 'Content<Books>') to expected argument type 'ContentID<Authors>'"
        ),
        Self(
            #"Books.query().where(\.title, "x")"#,
            "no exact matches in call to instance method 'where'"),
        Self(
            #"Books.query().filter { return $0.age == 3 }"#,
            "cannot use explicit 'return' statement in the body of result builder 'FilterBuilder<Books.Fields>'"
        ),
        Self(
            #"Books.query().sort(by: \.updatedAtt)"#,
            "'sort(by:_:nulls:)' is unavailable: the schema declares no field of this name"),
        Self(
            #"Books.query().filterMeta { $0.createdAtt > now }"#,
            "value of type 'MetaFields.ConditionScope' (aka 'FieldScope<MetaFields>') has no dynamic member 'createdAtt' using key path from root type 'MetaFields'"
        ),
        Self(
            #"Books.query().sortMeta(by: \.title)"#,
            "value of type 'MetaFields' has no member 'title'"),
        Self(
            #"draft.title = "x""#,
            "cannot assign value of type 'String' to type 'DraftChange<String>'"),
        Self(
            #"draft.registration = nil"#,
            "'nil' cannot be assigned to type 'DraftChange<String?>'"),
        Self(
            #"draft.titel = .set("x")"#,
            "'subscript(dynamicMember:)' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"for book in content.all(Books.query()) { print(book) }"#,
            "for-in loop requires 'ContentItems<Content<Books>>' to conform to 'Sequence'"),
        Self(
            #"Books.query().where(\.active && \.age > 3)"#,
            "cannot infer key path type from context; consider explicitly specifying a root type"),
        Self(
            #"Notices.query().where(\.place == GeoPoint(latitude: 1, longitude: 2))"#,
            "cannot convert value of type 'GeoPoint' to expected argument type 'NoValue'"),
        Self(
            #"Books.query().sort(by: \.author.name)"#,
            "instance method 'sort(by:_:nulls:)' requires the types 'BehindOne<AnyOperators>.Sort' (aka 'Never') and 'AllowedOperator' be equivalent"
        ),
        Self(
            #"Books.query().select("title")"#,
            "cannot convert value of type 'String' to expected argument type 'KeyPath<Selectable<Books>, Selected<_>>'"
        ),
        Self(
            #"Books.query().include("author")"#,
            "cannot convert value of type 'String' to expected argument type 'KeyPath<Books.Fields, _>'"),
        Self(
            #"Notices.query().where(\.extra == 3)"#,
            "cannot convert value of type 'KeyPath<Notices.Fields, Field<Notices.Fields, Optional<JSONValue>, NoOperators>>' to expected argument type 'KeyPath<Notices.Fields, Field<Notices.Fields, [Int], NoOperators>>'"
        ),
        Self(
            #"Books.query().filter { $0.age.in(1...3) }"#,
            "cannot convert value of type 'ClosedRange<Int>' to expected argument type '[Int]'"
        ),
    ]
}
