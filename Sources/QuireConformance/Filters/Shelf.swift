import QuireCore

/// Twelve small documents, a to l, whose results can be written by hand.
enum Shelf {
    static let descriptor = ModuleDescriptor(
        name: "shelf",
        fields: [
            FieldDescriptor(name: "title", kind: .text),
            FieldDescriptor(name: "age", kind: .integer),
            FieldDescriptor(name: "rating", kind: .number),
            FieldDescriptor(name: "active", kind: .boolean),
            FieldDescriptor(name: "released", kind: .date(.epochMilliseconds)),
            FieldDescriptor(name: "tags", kind: .list(.text)),
            FieldDescriptor(name: "counts", kind: .list(.integer)),
            FieldDescriptor(name: "place", kind: .geopoint),
            FieldDescriptor(name: "author", kind: .relation(module: "people")),
            FieldDescriptor(name: "editors", kind: .relations(module: "people")),
            FieldDescriptor(name: "extra", kind: .json),
        ])

    static var table: DocumentTable { HardDocuments.arePlain ? plain : hard }

    private static let hard = DocumentTable(
        descriptor, lines: lines, tidyLines: lines.map(tidy))

    private static let plain: DocumentTable = {
        let lines = "abcdefghijkl".enumerated().map { number, id in
            #"{"id":"\#(id)","values":{"title":"Title \#(id)","age":\#(number),"tags":["red"]}}"#
        }
        return DocumentTable(descriptor, lines: lines, tidyLines: lines)
    }()

    private static func tidy(_ line: String) -> String {
        // The one document with wrong types, and the one list that contains null.
        line.contains(#""id":"j""#)
            ? #"{"id":"j","values":{"title":" Alpha"}}"# : line.replacing(#"u0301",null]"#, with: #"u0301"]"#)
    }

    private static let lines: [String] = [
        #"""
        {"id":"a","values":{"title":"Alpha","age":18,"rating":0.1,"active":true,"released":0,"tags":["red","blue"],
        "counts":[1,9],"place":{"lat":52.37,"lng":4.89},"author":"m1","editors":["m1","m2"],"extra":{"x":1}}}
        """#,
        #"""
        {"id":"b","values":{"title":"alpha","age":5,"rating":0.3,"active":false,"released":-1,"tags":["Red"],
        "counts":[3],"place":{"lat":-16.8,"lng":179.9},"author":"m2","editors":[],"extra":0}}
        """#,
        #"""
        {"id":"c","values":{"title":"","age":0,"rating":0.30000000000000004,"active":null,"released":1419769800000,
        "tags":[],"counts":[],"place":null,"extra":""}}
        """#,
        #"""
        {"id":"d","values":{"title":null,"age":null,"rating":null,"active":null,"released":null,"tags":null,
        "counts":null,"place":null,"author":null,"editors":null,"extra":null}}
        """#,
        #"{"id":"e","values":{}}"#,
        #"""
        {"id":"f","values":{"title":"caf\u00e9","age":9007199254740992,"rating":-0.0,"tags":["caf\u00e9"],
        "counts":[9007199254740993]}}
        """#,
        #"""
        {"id":"g","values":{"title":"cafe\u0301","age":9007199254740993,"rating":9007199254740992,
        "tags":["cafe\u0301",null],"counts":[0,9],"place":{"lat":-16.8,"lng":-179.9}}}
        """#,
        #"""
        {"id":"h","values":{"title":"100%_`\\'\"","age":9223372036854775807,"rating":1.5,"released":-62135596800000,
        "tags":["100%"],"extra":false}}
        """#,
        #"""
        {"id":"i","values":{"title":"日本語👍","age":-9223372036854775808,"rating":-1.5,"tags":["日本"],
        "counts":[5,5]}}
        """#,
        #"""
        {"id":"j","values":{"title":" Alpha","age":1.5,"rating":"0.1","active":"true","released":"yesterday",
        "tags":"red","counts":["1"],"place":{"lat":91,"lng":0},"author":5,"editors":[5]}}
        """#,
        #"""
        {"id":"k","values":{"title":"a && b || (c)","age":-1,"rating":0.2,"active":true,"tags":[""],"counts":[-1,7],
        "author":{"id":"m1","values":{}},"editors":[{"id":"m3"}]}}
        """#,
        #"""
        {"id":"l","values":{"title":"STRASSE nul\u0000byte","age":1,"rating":1,"active":false,"released":1,
        "tags":["red","red"],"counts":[2,4]}}
        """#,
    ].map { $0.replacing("\n", with: "") }
}
