import Foundation
import Testing

extension PluginLifeCycleTests {
    @Test("Nested files become a program that filters, sorts, counts, searches and selects their members")
    func nestedProgram() throws {
        let shop = try ShopPackage()
        let folder = shop.folder.appending(path: "museum", directoryHint: .isDirectory)
        try? FileManager.default.removeItem(at: folder)
        try shop.write(
            """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(
                name: "museum", platforms: [.macOS(.v13)],
                dependencies: [.package(name: "quire", path: "\(ShopPackage.quire.path(percentEncoded: false))")])
            """, to: "museum/Package.swift")
        try shop.write(Self.works, to: "museum/works.json")
        let artists = [0, 1, 2, 3, 4, 9].map { "\(Self.id(ofArtist: $0)),Artist \($0)\n" }.joined()
        try shop.write("id,name\n" + artists, to: "museum/artists.csv")
        let start = try shop.shell(
            "swift run quire start works.json artists.csv", in: folder)
        #expect(start.code == 0, "\(start.text)")
        try shop.write(Self.program, to: "museum/Sources/app/main.swift")
        let outcome = try shop.shell("swift run app", in: folder)
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(outcome.text.hasSuffix(Self.printed), "\(outcome.text)")
    }

    /// Numbers that do not match ids by chance.
    private static func id(ofArtist number: Int) -> Int { 3 + number * 371 }

    /// Works in the form in which museums publish them: four levels, lists of objects, ids inside.
    private static var works: String {
        let lines = (0..<48).map { row in
            """
            {"id": "w\(row)", "title": "View \(row)",
             "dateRange": {"startYear": \(1880 + row), "text": "c. \(1880 + row)"},
             "dimensions": {"width": \(10 + row), "unit": "\(row % 3 == 0 ? "cm" : "mm")"},
             "classification": {"name": "\(row % 4 == 0 ? "print" : "painting")"},
             "contributors": [
                {"id": \(id(ofArtist: row % 5)), "fc": "\(row % 2 == 0 ? "Ann Turner" : "Bob Lane") \(row)",
                 "role": "\(row % 4 == 0 ? "printer" : "artist")", "birthYear": \(1850 + row % 5)},
                {"id": \(id(ofArtist: 9)), "fc": "Cy Hall \(row)", "role": "editor", "birthYear": 1900}],
             "subjects": {"name": "subject", "children": [{"name": "places", "children": [
                {"name": "counties", "children": [{"id": \(row), "name": "\(row % 2 == 0 ? "Kent" : "Essex")"}]}]}]}}
            """
        }
        return "[" + lines.joined(separator: ",\n") + "]"
    }

    private static let program = #"""
        import Content
        import QuireStore

        let store = try await Store(.file("content.sqlite"), schema: ContentSchema.self)
        let content = ContentClient(engine: store)
        let all = Works.query()
        let modern = all.where(\.dateRange.startYear >= 1900 && \.dimensions.unit == .mm)

        print("modern", try await content.count(modern))
        print("some artist", try await content.count(all.where(\.contributors.role == .artist)))
        print("two objects", try await content.count(
            all.where(\.contributors.birthYear > 1852 && \.contributors.role == .artist)))
        print("one object", try await content.count(
            all.where(any: \.contributors) { $0.birthYear > 1852; $0.role == .artist }))
        print("none", try await content.count(all.where(none: \.contributors) { $0.role == .printer }))
        print("every", try await content.count(all.filter { $0.contributors.every { $0.birthYear > 1853 } }))
        print("fourth level", try await content.count(
            all.where(\.subjects.children.children.children.name == "Kent")))
        print("artists", try await content.count(all.where(\.contributors.id.name == "Artist 3")))

        let page = try await content.fetch(
            modern.sort(by: \.dateRange.startYear, .descending).facet(\.classification.name)
                .facet(\.contributors.role).page(1, size: 2))
        for work in page { print(work.title, work.dateRange.startYear) }
        print(page.facet(\.classification.name).map { "\($0.value) \($0.count)" })
        print(page.facet(\.contributors.role).map { "\($0.value.rawValue) \($0.count)" })
        print("turner", try await content.count(all.search("turner")))
        let rows = try await content.fetch(
            modern.sort(by: \.dateRange.startYear, .descending).page(1, size: 2)
                .select(
                    \.title, \.dateRange.startYear, \.dateRange.text, \.contributors.role,
                    \.subjects.children.children.name))
        for (title, year, text, roles, subjects) in rows {
            print(title, year ?? 0, text ?? "", roles.map(\.rawValue), subjects)
        }

        """#

    /// Worked out by hand.
    private static let printed = """
        modern 19
        some artist 36
        two objects 36
        one object 13
        none 36
        every 9
        fourth level 24
        artists 9
        View 47 1927
        View 46 1926
        ["painting 14", "print 5"]
        ["editor 19", "artist 14", "printer 5"]
        turner 24
        View 47 1927 c. 1927 ["artist", "editor"] ["counties"]
        View 46 1926 c. 1926 ["artist", "editor"] ["counties"]

        """
}
