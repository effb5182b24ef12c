import Foundation
import Testing

/// A block of code in a declaration's doc comment.
struct DocumentationSample: Sendable {
    /// The declaration's library.
    let library: String
    /// The source file relative to `Sources`, with the line of the opening fence.
    let file: String
    let line: Int
    /// The language after the opening fence.
    let language: String
    let code: [String]
    /// Whether the declaration is internal to the package, so that no app can run the sample.
    let isOfPackage: Bool

    static let all: [DocumentationSample] = PublicClosures.libraries.flatMap { library in
        let folder = PublicClosures.root.appendingPathComponent("Sources/\(library)")
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.sorted().filter { $0.hasSuffix(".swift") }.flatMap { name -> [DocumentationSample] in
            let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            return samples(of: library, in: "\(library)/\(name)", text ?? "")
        }
    }

    private static func samples(of library: String, in file: String, _ text: String) -> [DocumentationSample]
    {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var samples: [DocumentationSample] = []
        var open: (line: Int, language: String, code: [String])?
        for (index, line) in lines.enumerated() {
            let trimmed = line.drop { $0 == " " }
            guard trimmed.hasPrefix("///") else {
                open = nil
                continue
            }
            let comment = String(trimmed.dropFirst(trimmed.hasPrefix("/// ") ? 4 : 3))
            if !comment.hasPrefix("```") {
                open?.code.append(comment)
            } else if let sample = open {
                samples.append(
                    DocumentationSample(
                        library: library, file: file, line: sample.line, language: sample.language,
                        code: sample.code, isOfPackage: isOfPackage(lines[index...])))
                open = nil
            } else {
                open = (index + 1, String(comment.dropFirst(3)), [])
            }
        }
        return samples
    }

    /// Whether the declaration after a comment is internal to the package.
    private static func isOfPackage(_ rest: ArraySlice<Substring>) -> Bool {
        let declaration = rest.first { line in
            let trimmed = line.drop { $0 == " " }
            return !trimmed.hasPrefix("//") && !trimmed.hasPrefix("@")
        }
        return declaration?.contains("package ") ?? false
    }
}

extension DocumentationSample: CustomTestStringConvertible {
    var place: String { "\(file):\(line)" }
    var testDescription: String { place }

    /// The code as the body of a function: omitted parts trap, and an expectation is an assertion.
    var body: [String] {
        code.map { line in
            if line.drop(while: { $0 == " " }) == "…" { return "" }
            return line.replacing("{ … }", with: "{ fatalError() }").replacing("#expect(", with: "assert(")
        }
    }
}
