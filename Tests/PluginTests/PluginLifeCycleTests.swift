import Foundation
import Testing

/// The build plugin in a separate package, through every change of a schema. Builds run one after the other in one
/// folder, as for a developer.
@Suite("The build plugin", .serialized)
struct PluginLifeCycleTests {
    @Test("Edits, additions, renames and removals appear in the next build, and nothing else is recompiled")
    func lifeCycle() async throws {
        let shop = try ShopPackage()
        #expect(try shop.lines() == ["shop books title", "own pens ink", "stock boxes width"])

        // The build after a clean one plans again; the one after that does nothing.
        _ = try shop.build()
        let idle = try shop.build()
        #expect(idle.code == 0)
        #expect(!idle.generated("ShopContent") && !idle.generated("OwnContent"), "\(idle.text)")
        #expect(!idle.text.contains("Compiling") && !idle.text.contains("warning"), "\(idle.text)")

        // Edited in place.
        try await shop.waitForTheClock()
        try shop.write(ShopPackage.schema("books", "title", "age"), to: "the shop/Schema/books.json")
        try shop.write(
            ShopPackage.schema("pens", "ink", "nib"), to: "the shop/Sources/OwnContent/Schema/pens.json")
        try shop.write(ShopPackage.schema("boxes", "width", "height"), to: "stock/Schema/boxes.json")
        #expect(try shop.lines() == ["shop books title,age", "own pens ink,nib", "stock boxes width,height"])

        // Edited by replacing.
        try await shop.waitForTheClock()
        try shop.replace(ShopPackage.schema("books", "name"), at: "the shop/Schema/books.json")
        try shop.replace(
            ShopPackage.schema("pens", "color"), at: "the shop/Sources/OwnContent/Schema/pens.json")
        try shop.replace(ShopPackage.schema("boxes", "depth"), at: "stock/Schema/boxes.json")
        #expect(try shop.lines() == ["shop books name", "own pens color", "stock boxes depth"])

        // The order of keys and white space do not matter: the tool runs, no target is compiled.
        try await shop.waitForTheClock()
        try shop.write(
            "\n{\"modules\":[{\"fields\":[{\"type\":\"text\",\"name\":\"name\"}],\"name\":\"books\"}],\"access\":\"public\",\"quire\":1}\n",
            to: "the shop/Schema/books.json")
        let reordered = try shop.build()
        #expect(reordered.code == 0)
        #expect(reordered.generated("ShopContent"), "\(reordered.text)")
        #expect(!reordered.compiled("ShopContent"), "\(reordered.text)")

        // Added.
        try await shop.waitForTheClock()
        try shop.write(ShopPackage.schema("cards", "text"), to: "the shop/Schema/more/cards.json")
        try shop.write(ShopPackage.schema("inks", "hue"), to: "the shop/Sources/OwnContent/Schema/inks.json")
        try shop.write(ShopPackage.schema("shelves", "row"), to: "stock/Schema/shelves.json")
        #expect(
            try shop.lines() == [
                "shop books name", "shop cards text", "own inks hue", "own pens color", "stock boxes depth",
                "stock shelves row",
            ])

        // An edit of the added file.
        try await shop.waitForTheClock()
        try shop.write(ShopPackage.schema("cards", "text", "back"), to: "the shop/Schema/more/cards.json")
        try shop.write(
            ShopPackage.schema("inks", "hue", "maker"), to: "the shop/Sources/OwnContent/Schema/inks.json")
        try shop.write(ShopPackage.schema("shelves", "row", "column"), to: "stock/Schema/shelves.json")
        #expect(
            try shop.lines() == [
                "shop books name", "shop cards text,back", "own inks hue,maker", "own pens color",
                "stock boxes depth", "stock shelves row,column",
            ])

        // Renamed: modules have the order of their files.
        try await shop.waitForTheClock()
        try shop.move("the shop/Schema/more/cards.json", to: "the shop/Schema/a.json")
        try shop.move(
            "the shop/Sources/OwnContent/Schema/inks.json", to: "the shop/Sources/OwnContent/Schema/zinc.json"
        )
        try shop.move("stock/Schema/shelves.json", to: "stock/Schema/a.json")
        #expect(
            try shop.lines() == [
                "shop cards text,back", "shop books name", "own pens color", "own inks hue,maker",
                "stock shelves row,column", "stock boxes depth",
            ])

        // Removed.
        try await shop.waitForTheClock()
        try shop.remove("the shop/Schema/a.json")
        try shop.remove("the shop/Sources/OwnContent/Schema/zinc.json")
        try shop.remove("stock/Schema/a.json")
        #expect(try shop.lines() == ["shop books name", "own pens color", "stock boxes depth"])

        try await mistakes(in: shop)
        try await commands(in: shop)
    }

    /// An error is reported at its line, and the previous code stays.
    private func mistakes(in shop: ShopPackage) async throws {
        let before = try shop.generated(package: "the shop", target: "ShopContent")
        #expect(before.count == 17)
        try await shop.waitForTheClock()
        try shop.write(
            ShopPackage.schema("books", "name").replacingOccurrences(of: #""text""#, with: #""txt""#),
            to: "the shop/Schema/books.json")
        let build = try shop.build()
        #expect(build.code != 0)
        #expect(
            build.text.contains("/the shop/Schema/books.json:3:30: error: unknown type 'txt'"),
            "\(build.text)")
        #expect(try shop.generated(package: "the shop", target: "ShopContent") == before)
        try await shop.waitForTheClock()
        try shop.write(ShopPackage.schema("books", "name"), to: "the shop/Schema/books.json")
        #expect(try shop.lines() == ["shop books name", "own pens color", "stock boxes depth"])
    }

    /// The command plugins: checked-in code, and its check.
    private func commands(in shop: ShopPackage) async throws {
        let check = try shop.swift(["package", "check-content"])
        #expect(check.code == 0, "\(check.text)")
        try comparison(in: shop)
        let unspecified = try shop.swift(
            [
                "package", "--allow-writing-to-package-directory", "generate-content", "--target",
                "ShopContent",
            ])
        #expect(unspecified.code != 0)
        #expect(unspecified.text.contains("specify the output folder: --output PATH"), "\(unspecified.text)")
        let write = try shop.swift(
            [
                "package", "--allow-writing-to-package-directory", "generate-content", "--target",
                "OwnContent",
                "--output", "Checked/In", "--access", "package",
            ])
        #expect(write.code == 0, "\(write.text)")
        let index = shop.shop.appending(path: "Checked/In/ContentSchema.generated.swift")
        #expect(
            try String(contentsOf: index, encoding: .utf8).contains("nonisolated package enum ContentSchema"))
        let arguments = ["package", "check-content", "--target", "OwnContent", "--output", "Checked/In"]
        #expect(try shop.swift(arguments + ["--access", "package"]).code == 0)
        let stale = try shop.swift(arguments)
        #expect(stale.code != 0)
        #expect(
            stale.text.contains(
                "Checked/In/ContentSchema.generated.swift:1:1: error: out of date with the schema"),
            "\(stale.text)")
    }

    /// The check of a schema's changes: against a folder, for the given aspects.
    private func comparison(in shop: ShopPackage) throws {
        try shop.write(ShopPackage.schema("books", "name", "pages"), to: "the shop/Released/books.json")
        let against = ["package", "check-content", "--target", "ShopContent", "--against", "Released"]
        let broken = try shop.swift(against)
        #expect(broken.code != 0)
        #expect(
            broken.text.contains("error: books.pages: text field removed: breaking for source"),
            "\(broken.text)")
        let index = try shop.swift(against + ["--for", "wire,stored"])
        #expect(index.code == 0, "\(index.text)")
    }

    @Test("A target without a schema gets an error with the possible locations")
    func noSchema() throws {
        let shop = try ShopPackage()
        try shop.remove("the shop/Schema/books.json")
        try shop.remove("the shop/Schema/editor.schema.json")
        try shop.remove("the shop/Sources/OwnContent/Schema/pens.json")
        let build = try shop.build()
        #expect(build.code != 0)
        #expect(
            build.text.contains("the target 'OwnContent' uses QuirePlugin and has no schema"), "\(build.text)"
        )
    }
}
