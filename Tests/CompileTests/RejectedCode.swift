import Testing

/// Code that must not compile, with the compiler's first line about it.
struct RejectedCode: Sendable, CustomTestStringConvertible {
    let code: String
    let error: String

    init(_ code: String, _ error: String) {
        self.code = code
        self.error = error
    }

    var testDescription: String { code }

    private static func missing(_ name: String) -> String {
        "'\(name)' is unavailable: the schema does not list '\(name)' among the filter operators of this field"
    }

    private static let unsortable =
        "'sort(by:_:nulls:)' is unavailable: the schema does not mark this field as sortable"
    private static func noFacet(_ call: String) -> String {
        "'\(call)' is unavailable: the schema does not mark this field as a facet"
    }
    static let all =
        basic + explained + unsteered + aggregates + related + calls + comparisons + moreAggregates

    private static let basic: [RejectedCode] = [
        // A value of the wrong type.
        Self(
            #"Books.query().where(\.age >= "x")"#,
            "cannot convert value of type 'String' to expected argument type 'Int'"),
        Self(
            #"Books.query().where(\.price == 3, \.age == 1.5)"#,
            "cannot convert value of type 'Double' to expected argument type 'Int'"),
        Self(
            #"Books.query().filter { $0.age == "x" }"#,
            "cannot convert value of type 'String' to expected argument type 'Int'"),
        Self(
            #"Books.query().filter { $0.title.in([1]) }"#,
            "cannot convert value of type 'Int' to expected element type 'String'"),
        Self(
            #"Books.query().where(\.age, in: ["x"])"#,
            "cannot convert value of type 'String' to expected element type 'Int'"),
        Self(#"Books.query().where(\.status == .nope)"#, "type 'Books.Status?' has no member 'nope'"),
        Self(
            #"Books.query().where(\.status == "draft")"#,
            "cannot convert value of type 'String' to expected argument type 'Books.Status'"),
        Self(
            #"Books.query().filter { $0.tags.contains(3) }"#,
            "cannot convert value of type 'Int' to expected argument type 'Array<String>.Contained' (aka 'String')"
        ),
        // An operator that the schema excludes.
        Self(#"Books.query().where(\.active > true)"#, missing(">")),
        Self(#"Books.query().where(\.title > "x")"#, missing(">")),
        Self(#"Books.query().where(\.title >= "x")"#, missing(">=")),
        Self(#"Books.query().where(\.title < "x")"#, missing("<")),
        Self(#"Books.query().where(\.title <= "x")"#, missing("<=")),
        Self(#"Books.query().filter { $0.active < true }"#, missing("<")),
        Self(#"Books.query().filter { $0.active.in([true]) }"#, missing("in")),
        Self(#"Books.query().filter { $0.active.notIn([true]) }"#, missing("notIn")),
        Self(#"Books.query().filter { $0.age.like("x") }"#, missing("like")),
        Self(#"Books.query().filter { $0.age.contains("x") }"#, missing("contains")),
        Self(#"Books.query().filter { $0.age.hasPrefix("x") }"#, missing("hasPrefix")),
        Self(#"Books.query().filter { $0.age.hasSuffix("x") }"#, missing("hasSuffix")),
        Self(#"Books.query().filter { $0.title.between("a"..."b") }"#, missing("between")),
        Self(#"Books.query().filter { $0.tags.any > "x" }"#, missing(">")),
        Self(
            #"Books.query().where(\.tags == ["x"])"#,
            "'==' is unavailable: the schema does not list '=' among the filter operators of this field. Use contains(_:), containsAny(_:) or containsAll(_:) for the elements of a list, or compare with nil"
        ),
        Self(
            #"Books.query().where(\.active, in: [true])"#,
            "'where(_:in:)' is unavailable: the schema does not list 'in' among the filter operators of this field"
        ),
        Self(
            #"Books.query().where(\.price, like: "x")"#,
            "'where(_:like:)' is unavailable: the schema does not list 'like' among the filter operators of this field"
        ),
        // A missing value for a required field, and vice versa.
        Self(
            #"Books.query().where(\.age == nil)"#, "'nil' is not compatible with expected argument type 'Int'"
        ),
        Self(
            #"Books.query().where(\.age == maybe)"#,
            "value of optional type 'Int?' must be unwrapped to a value of type 'Int'"),
        Self(
            #"Books.query().where(\.rank > nil)"#,
            "'nil' is not compatible with expected argument type 'Optional<Int>.Unwrapped' (aka 'Int')"),
        Self(
            #"Books.query().filter { $0.age.isNull }"#,
            "'isNull' is unavailable: a required field always has a value"),
        // A field of another module, or an unknown one.
        Self(
            #"Books.query().where(\Authors.Fields.fullName == "x")"#,
            "cannot convert value of type 'Condition<Authors.Fields>' to expected argument type 'Condition<Books.Fields>'"
        ),
        Self(
            #"Books.query().filter { $0.agee == 3 }"#,
            "'==' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"Books.query().where(\.agee, in: [3])"#,
            "instance method 'where(_:in:)' requires that 'NoSuchField<Books.Fields>' conform to 'FieldReference'"
        ),
        Self(
            #"Books.query().where(\Books.Fields.agee == 3)"#,
            "'==' is unavailable: the schema declares no field of this name"
        ),
        // With an inferred root, the compiler cannot name the module.
        Self(
            #"Books.query().where(\.agee == 3)"#,
            "'==' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"Books.query().where(\.createdAt > now)"#,
            #"'createdAt' is unavailable: this module has no field 'createdAt'; it is metadata. Use filterMeta { $0.createdAt … } or sortMeta(by: \.createdAt)"#
        ),
        Self(
            #"Books.query().filterMeta { $0.age > 3 }"#,
            "value of type 'MetaFields.ConditionScope' (aka 'FieldScope<MetaFields>') has no dynamic member 'age' using key path from root type 'MetaFields'"
        ),
        // Relations.
        Self(
            #"Books.query().where(\.author == ContentID<Books>("b"))"#,
            "cannot convert value of type 'ContentID<Books>' to expected argument type 'ContentID<Authors>'"),
        Self(
            #"Books.query().related(\.author, to: [ContentID<Books>("b")])"#,
            "cannot convert value of type 'ContentID<Books>' to expected element type 'ContentID<Optional<ContentID<Authors>>.Target>' (aka 'ContentID<Authors>')"
        ),
        Self(
            #"Books.query().related(\.title)"#,
            "'related' is unavailable: this field is not a relation: the schema declares another type for it"),
        Self(
            #"Books.query().include(\.agee)"#,
            "'include' is unavailable: the schema declares no field of this name"),
        Self(
            #"Books.query().include(\.title)"#,
            "'include' is unavailable: only relations can be included: the schema declares another type for a field here"
        ),
        Self(
            #"Books.query().include(\.author.fullName)"#,
            "'include' is unavailable: only relations can be included: the schema declares another type for a field here"
        ),
        Self(
            #"Books.query().where(\.author.fullName == 3)"#,
            "cannot convert value of type 'Int' to expected argument type 'String'"),
        Self(
            #"Books.query().where(\.author.fullName > "x")"#,
            "'>' is unavailable: the schema does not list '>' among the filter operators of this field"),
        Self(
            #"Books.query().where(any: \.title) { $0.age > 1 }"#,
            "instance method 'where(any:_:)' requires that 'String' conform to 'NestedOperand'"),
        Self(
            #"Books.query().where(any: \.editors) { $0.fullNam == "x" }"#,
            "'==' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"Books.query().filter { $0.editors.any { $0.fullName == 3 } }"#,
            "cannot convert value of type 'Int' to expected argument type 'String'"),
        Self(
            #"Books.query().filter { $0.title.any { $0.fullName == "x" } }"#,
            "'any' is unavailable: 'any', 'every' and 'none' test a relation, or a list of objects with operators. Test another field by its own path"
        ),
        Self(
            #"Books.query().where(anyItem(of: Notices.self, by: \.author) { $0.title != nil })"#,
            "cannot convert value of type 'Condition<Authors.Fields>' to expected argument type 'Condition<Books.Fields>'"
        ),
        Self(
            #"Books.query().facet(\.author.fullName)"#,
            "'facet(_:disjunctive:maximumValues:missing:)' is unavailable: the schema does not mark this field as a facet"
        ),
        // Sorting and selection.
        Self(#"Books.query().sort(by: \.active)"#, unsortable),
        Self(#"Books.query().sort(by: \.price, .descending)"#, unsortable),
        Self(#"Books.query().sort(by: \Books.Fields.tags)"#, unsortable),
        Self(#"Books.query().sort(by: \.author.publisher)"#, unsortable),
        Self(#"Books.query().sort(by: \.author.publisher.title)"#, unsortable),
        Self(#"Books.query().sort(by: \.editors.fullName)"#, unsortable),
        Self(
            #"Books.query().select(\.title, \.agee)"#,
            "'select' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"Books.query().select(\.author.fulName)"#,
            "'select' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"Books.query().select(\.author.createdAt)"#,
            "'createdAt' is unavailable: this module has no field 'createdAt'; it is metadata. Use filterMeta { $0.createdAt … } or sortMeta(by: \\.createdAt)"
        ),
        Self(
            #"let rows: Selection<Books, (String, String)> = Books.query().select(\.title, \.age)"#,
            "cannot assign value of type 'Selection<Books, (String, Int)>' to type 'Selection<Books, (String, String)>'"
        ),
        // Facets.
        Self(#"Books.query().facet(\.title)"#, noFacet("facet(_:disjunctive:maximumValues:missing:)")),
        Self(#"Books.query().refine(\.title, to: ["x"])"#, noFacet("refine(_:to:)")),
        Self(#"Books.query().refine(\.age) { $0 >= 5 }"#, noFacet("refine")),
        Self(
            #"Books.query().refine(\.status, to: ["live"])"#,
            "cannot convert value of type 'String' to expected element type 'Optional<Books.Status>.Unwrapped' (aka 'Books.Status')"
        ),
        Self(
            #"Books.query().refine(\.rank, to: ["x"])"#,
            "cannot convert value of type 'String' to expected element type 'Optional<Int>.Unwrapped' (aka 'Int')"
        ),
        Self(
            #"page.facet(\.title)"#, noFacet("facet")),
        Self(
            #"Books.query().facet(\.agee)"#,
            "'facet(_:disjunctive:maximumValues:missing:)' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"Books.query().facet(\.taags, maximumValues: 5)"#,
            "'facet(_:disjunctive:maximumValues:missing:)' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"Books.query().refine(\.taags, to: ["x"])"#,
            "'refine(_:to:)' is unavailable: the schema declares no field of this name"),
        Self(
            #"Books.query().include(\.author, \.author.publisherr)"#,
            "'include' is unavailable: the schema declares no field of this name"),
        Self(
            #"Books.query().select(\.title, \.author.publisher.titel)"#,
            "'select' is unavailable: the schema declares no field of this name"),
        Self(
            #"Books.query().select(\.updatedAtt)"#,
            "'select' is unavailable: the schema declares no field of this name"),
        Self(
            #"Books.query().search("a", in: \.taags)"#,
            "'search(_:in:)' is unavailable: the schema declares no field of this name"),
        // Drafts.
        Self(
            #"draft.age = .set("x")"#, "cannot convert value of type 'String' to expected argument type 'Int'"
        ),
        Self(#"draft.age = .clear"#, "'clear' is unavailable: a required field cannot be cleared"),
    ]
}
