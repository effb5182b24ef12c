import Foundation
import Testing

/// Code that must not compile is rejected, and the compiler's first message helps.
@Suite struct RejectionTests {
    private static let header = """
        import Foundation
        import Quire
        import QuirePocketBase
        import SampleModules

        """

    private static let parameters =
        "now: Date, maybe: Int?, draft: inout Books.Draft, page: Page<Book>, book: Book, content: ContentClient, "
        + "server: PocketBaseEngine"

    /// All snippets in one file, one line each; the first error of each line.
    private static let errors = Result {
        var source = header
        for (index, rejected) in RejectedCode.all.enumerated() {
            let isExpression = ["Books.", "Authors.", "Notices.", "page.", "try await "].contains(
                where: rejected.code.hasPrefix)
            let use = isExpression ? "_ = " : ""
            source +=
                "func f\(index)(\(parameters)) async throws { \(use)\(rejected.code) }\n"
        }
        return try Compiler().check(source).errors
    }

    @Test(
        "Wrong code is rejected, and the first error explains the problem",
        arguments: RejectedCode.all.indices)
    func rejected(_ index: Int) throws {
        let rejected = RejectedCode.all[index]
        let line = Self.header.split(separator: "\n", omittingEmptySubsequences: false).count + index
        let error = try #require(try Self.errors.get()[line], "compiles: \(rejected.code)")
        // Other compilers may use other words.
        if Compiler.isReference { #expect(error == rejected.error, "\(rejected.code)") }
    }

    @Test(
        "A message that no overload can replace is explained in the documentation",
        arguments: RejectedCode.unsteered)
    func documented(_ rejected: RejectedCode) throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "Sources/Quire/Quire.docc/UnderstandingCompilerErrors.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.contains("`\(rejected.error)`"), "\(rejected.code)")
    }
}
