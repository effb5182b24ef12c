extension RejectedCode {
    /// Everyday calls with arguments that do not fit: items, limits, updates and deletions of a query, uploads.
    static let calls: [RejectedCode] = [
        Self(
            #"try await content.update(Books.query()) { $0.age = 3 }"#,
            "cannot assign value of type 'Int' to type 'DraftChange<Int>'"),
        Self(
            #"try await content.update(Books.query()) { $0.agee = .set(3) }"#,
            "subscript 'subscript(dynamicMember:)' requires that 'NoSuchField<Books.Fields>' conform to 'FieldReference'"
        ),
        Self(
            #"try await content.update(Books.query()) { $0.title = .clear }"#,
            "'clear' is unavailable: a required field cannot be cleared"),
        Self(
            #"try await content.update(Books.query()) { $0.age += 1 }"#,
            "no exact matches in reference to operator function '+='"),
        Self(
            #"try await content.update(Books.query(), draft)"#,
            "cannot convert value of type 'Books.Draft' (aka 'ContentDraft<Books>') to expected argument type '(inout ContentDraft<Books>) throws -> Void'"
        ),
        Self(
            #"Books.query().limit("20")"#,
            "cannot convert value of type 'String' to expected argument type 'Int'"),
        Self(
            #"Books.query().limit()"#,
            "missing argument for parameter #1 in call"),
        Self(
            #"Books.query().limit(maybe)"#,
            "value of optional type 'Int?' must be unwrapped to a value of type 'Int'"),
        Self(
            #"try await content.item(ContentID<Books>("b"), in: Authors.query())"#,
            "cannot convert value of type 'Query<Authors>' to expected argument type 'Query<Books>'"),
        Self(
            #"try await content.item(3, in: Books.query())"#,
            "cannot convert value of type 'Int' to expected argument type 'ContentID<Books>'"),
        Self(
            #"try await content.items("x", in: Books.query())"#,
            "cannot convert value of type 'String' to expected argument type '[ContentID<Books>]'"),
        Self(
            #"try await server.upload([], to: \.title, of: book.id)"#,
            "instance method 'upload(_:to:of:keepsOthers:timeout:progress:)' requires that 'String' conform to 'FileValue'"
        ),
        Self(
            #"Books.query().where(\.age > 3 && \.titel == "x")"#,
            "'==' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"Books.query().where(\.author.fulName == "x")"#,
            "'==' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"try await server.upload([], to: \.plan, of: book.id)"#,
            "instance method 'upload(_:to:of:keepsOthers:timeout:progress:)' requires that 'NoSuchField<Books.Fields>' conform to 'FieldReference'"
        ),
        Self(
            #"try await server.upload([], to: \.registration, of: book.id)"#,
            "referencing instance method 'upload(_:to:of:keepsOthers:timeout:progress:)' on 'Optional' requires that 'String' conform to 'FileValue'"
        ),
        Self(
            #"try await server.upload([], to: \.tags, of: book.id)"#,
            "referencing instance method 'upload(_:to:of:keepsOthers:timeout:progress:)' on 'Array' requires that 'String' conform to 'FileValue'"
        ),
    ]
}
