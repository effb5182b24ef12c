#if SQLite
import Foundation
import Quire

/// A module with constraints, in the form of generated code.
enum Members: ContentModule {
    static let descriptor = ModuleDescriptor(
        #"""
        {"name": "members", "fields": [
          {"name": "email", "type": "text", "unique": true, "pattern": "@"},
          {"name": "nick", "type": "text", "maxLength": 5},
          {"name": "age", "type": "integer", "unique": true, "minimum": 18}]}
        """#)

    struct Fields: FieldSet {
        static var table: FieldTable { Members.descriptor.fields }
        var email: Field<Self, String?, TextOperators> { .init("email") }
        var nick: Field<Self, String?, TextOperators> { .init("nick") }
        var age: Field<Self, Int?, NumberOperators> { .init("age") }
    }

    struct Values: ContentValues {
        var email: String?
        var nick: String?
        var age: Int?

        static var table: FieldTable { Members.descriptor.fields }

        init(email: String? = nil, nick: String? = nil, age: Int? = nil) {
            self.email = email
            self.nick = nick
            self.age = age
        }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            email = try reader.value(0)
            nick = try reader.value(1)
            age = try reader.value(2)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, email)
            writer.value(1, nick)
            writer.value(2, age)
        }
    }

    static func item(_ id: String, _ values: Values) -> Content<Members> {
        .init(id: ContentID(id), values: values)
    }
}
#endif
