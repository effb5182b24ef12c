import QuireCore

/// Sixty papers about wars and peace with years and topics, whose counts can be computed by hand.
enum Topics {
    static let module = ModuleDescriptor(
        name: "topics",
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 1),
            FieldDescriptor(name: "year", kind: .integer, isSortable: true, facet: .disjunctive),
            FieldDescriptor(name: "topics", kind: .list(.text), facet: .conjunctive),
        ])

    static let count = 60

    static let table: DocumentTable = {
        let lines = (0..<count).map { number in
            let topics = ["a", "b", "c"].enumerated().filter { number % ($0.offset + 2) == 0 }.map {
                "\"\($0.element)\""
            }
            return """
                {"id":"p\(number)","values":{"title":"\(number % 2 == 0 ? "war" : "peace") \(number % 5)",\
                "year":\(1900 + number % 4),"topics":[\(topics.joined(separator: ","))]}}
                """
        }
        return DocumentTable(module, lines: lines, tidyLines: lines)
    }()
}
