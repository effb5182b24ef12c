import Foundation
import Testing

/// Errors contain a remedy, and tests check their texts.
@Suite struct RemedyRuleTests {
    /// The names of the public error types in a source text.
    static func errors(in text: String) -> [String] {
        // A regular expression over whole files takes minutes.
        text.components(separatedBy: "public ").dropFirst()
            .map { $0.prefix { $0 != "{" } }.filter { $0.contains("Error") }
            .compactMap {
                $0.prefixMatch(
                    of: #/(?:struct|enum|final class|class) (\w+)(?:<[^>]*>)?: (.*)/#.dotMatchesNewlines())
            }
            .filter {
                $0.output.2.split(whereSeparator: { ", \n".contains($0) }).contains { $0.hasSuffix("Error") }
            }
            .map { String($0.output.1) }
    }

    @Test("Every public error is in a table of remedies")
    func tables() {
        let declared = Repository.shipped.flatMap { Self.errors(in: $0.text) }
        #expect(declared.count > 30, "the sources were not understood: \(declared)")
        let tables = Repository.files(in: "Tests").filter { $0.path.hasSuffix("RemedyTests.swift") }
            .map(\.text).joined()
        let words = Set(tables.split { !$0.isLetter && !$0.isNumber })
        for name in declared {
            let isHeld = words.contains(Substring(name))
            #expect(
                isHeld,
                "\(name): add it, with its text, to a file …RemedyTests.swift")
        }
    }

    @Test("Only declarations of errors are found")
    func declarations() {
        let text = """
            public struct QueryError: Error, Sendable {
            public struct WriteConflictError<Module: ContentModule>: Error, Sendable {
            public struct HALOOutage: OutageError,
                Sendable {
            public enum IndexingError: Error {
            public struct Page: Sendable {
            struct Hidden: Error {
            """
        #expect(Self.errors(in: text) == ["QueryError", "WriteConflictError", "HALOOutage", "IndexingError"])
    }
}
