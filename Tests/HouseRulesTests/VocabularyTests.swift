import Foundation
import Testing

/// The project's vocabulary: one word per concept in names, comments, articles and messages.
@Suite struct VocabularyTests {
    /// A word that the project does not use, and the one that it uses instead.
    struct Avoided: Sendable, CustomTestStringConvertible {
        var pattern: String
        var instead: String

        init(_ pattern: String, say instead: String) {
            self.pattern = pattern
            self.instead = instead
        }

        var testDescription: String { pattern }
    }

    static let avoided = [
        Avoided("answer(s|ed|ing)?", say: "response, respond, return"),
        Avoided("anew", say: "again, or rebuild, reload, recreate"),
        Avoided("in the place of", say: "instead of, or swap"),
        Avoided("(is|are|was|were) told of", say: "is notified, or is reported"),
        Avoided("what (it|this|that) (comes|came) to", say: "the result"),
        Avoided("mistake in Quire", say: "bug in Quire"),
        Avoided("of which nothing is known", say: "unknown"),
        Avoided("no way to (say|express)", say: "cannot express"),
        Avoided("through kills", say: "crash-safe, or resume"),
        Avoided("left out silently", say: "dropped"),
    ]

    @Test("Sources, articles and the README use the project's words", arguments: avoided)
    func vocabulary(_ avoided: Avoided) throws {
        let readme = try String(
            contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8)
        let files =
            Repository.shipped + Repository.files(in: "Sources", ending: ".md")
            + [Repository.File(path: "README.md", text: readme)]
        for file in files {
            var start = file.text.startIndex
            while let found = file.text.range(
                of: "\\b\(avoided.pattern)\\b", options: [.regularExpression, .caseInsensitive],
                range: start..<file.text.endIndex)
            {
                let line = file.text[..<found.lowerBound].count { $0 == "\n" } + 1
                Issue.record("\(file.path):\(line): \"\(file.text[found])\": say \(avoided.instead)")
                start = found.upperBound
            }
        }
    }
}
