import Foundation
import QuireCore
import QuireSchema
import Testing

@Suite("quire infer proposes what queries can do with members of objects", .timeLimit(.minutes(30)))
struct InferMemberTests {
    /// Works as a museum publishes them: four levels, lists of objects, ids inside.
    private static let works: String = {
        let lines = (0..<40).map { row in
            let role = row % 4 == 0 ? "printer" : "artist"
            return """
                {"id": "w\(row)", "title": "Work \(row)", "dateRange": {"startYear": \(1800 + row), "text": "c.\(1800 + row)"},
                 "contributors": [{"id": \(row % 5), "fc": "Ann Turner \(row)", "role": "\(role)", "birthYear": \(1750 + row % 5)},
                                  {"id": 9, "fc": "Bob", "role": "editor", "birthYear": 1700}],
                 "subjects": {"name": "subject", "children": [{"name": "places", "children": [
                    {"name": "counties", "children": [{"id": \(row), "name": "\(row % 2 == 0 ? "Kent" : "Essex")"}]}]}]}}
                """
        }
        return "[" + lines.joined(separator: ",") + "]"
    }()

    private static func member(_ path: String, _ inferred: Inferred) throws -> QuireSchema.Field {
        let module = try #require(inferred.schema.modules.first)
        let members = module.fields.flatMap { $0.queryableMembers(after: "") }
        return try #require(members.first { $0.path == path }?.member, "no queryable \(path)")
    }

    @Test("Numbers are sortable, roles are facets, names are searchable, ids are compared, at any depth")
    func settings() throws {
        let folder = try DataFolder(["works.json": Self.works])
        defer { folder.remove() }
        let inferred = try folder.infer()
        let start = try Self.member("dateRange.startYear", inferred)
        #expect(start.sortable && start.operators.contains(.greaterOrEqual))
        // Items have no order by a member of listed objects.
        let birth = try Self.member("contributors.birthYear", inferred)
        #expect(!birth.sortable && birth.operators.contains(.between))
        #expect(try Self.member("contributors.role", inferred).facet != nil)
        let name = try Self.member("contributors.fc", inferred)
        #expect(name.searchable != nil && name.operators.contains(.like))
        #expect(
            try Self.member("contributors.id", inferred).operators == [.equal, .notEqual, .in, .notIn])
        let deepest = try Self.member("subjects.children.children.children.name", inferred)
        #expect(deepest.searchable != nil && !deepest.sortable)
        // What an item's own texts say counts more.
        let title = try #require(inferred.schema.modules.first?.fields.first { $0.name == "title" })
        #expect((title.searchable ?? 0) > (name.searchable ?? 0))
    }

    @Test("The report has a line with figures for each member that queries see")
    func report() throws {
        let folder = try DataFolder(["works.json": Self.works])
        defer { folder.remove() }
        let notes = try folder.infer().outcome.notes
        #expect(notes.contains("works.dateRange.startYear: integer, in all objects; sortable"), "\(notes)")
        #expect(
            notes.contains { $0.hasPrefix("works.contributors.role: ") && $0.contains("facet") }, "\(notes)")
        #expect(
            notes.contains("works.contributors.id: integer, in all objects; operators = != in !in"),
            "\(notes)")
        #expect(notes.contains { $0.hasPrefix("works.contributors.fc: ") && $0.contains("words on average") })
    }

    @Test(
        "A member beyond the limit is only read and written, and a member with the path of a field stays as it is"
    )
    func limits() throws {
        let many = (0..<70).map { "\"n\($0)\": \($0)" }.joined(separator: ",")
        let folder = try DataFolder([
            "works.json": "[{\"id\": \"a\", \"o\": {\(many)}}]",
            "plans.json": #"[{"id": "a", "o": {"n": 1, "m": 2}, "o.n": 3}]"#,
        ])
        defer { folder.remove() }
        let inferred = try folder.infer()
        let members = Dictionary(
            uniqueKeysWithValues: inferred.schema.modules.map { module in
                (module.name, module.fields.flatMap { $0.queryableMembers(after: "") }.map(\.path))
            })
        #expect(members["works"]?.count == 60)
        #expect(members["plans"] == ["o.m"])
        #expect(
            inferred.outcome.notes.contains(
                "works: 10 members of objects beyond the first 60 are only read and written; give those that queries need "
                    + "'operators'"))
    }
}
