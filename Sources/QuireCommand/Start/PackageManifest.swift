import Foundation
import QuireGenerator

/// A `Package.swift` without targets, which gets those of a schema and a program.
struct PackageManifest {
    private let text: String

    /// The name by which targets refer to the package that contains Quire; `nil` if no dependency can be it.
    var quire: String? {
        let names = PackageDependencies(text).names
        return names.first { $0.lowercased() == "quire" }
            ?? names.first { $0.lowercased().contains("quire") }
            ?? (names.count == 1 ? names.first : nil)
    }

    /// - Returns: `nil` if the file already has targets, or a form that cannot be extended safely.
    init?(_ text: String) {
        let code = text.trimmed
        let markers = ["targets:", "products:", "swiftLanguageModes:", "swiftLanguageVersions:", "package."]
        guard code.components(of: "Package(") == 2, code.hasSuffix(")"), code.contains("dependencies:"),
            !markers.contains(where: { code.components(of: $0) > 1 }), Self.endsWithPackage(code)
        else { return nil }
        self.text = code
    }

    /// Whether the last parenthesis ends the package.
    private static func endsWithPackage(_ code: String) -> Bool {
        guard let start = code.range(of: "Package(") else { return false }
        var depth = 1
        var rest = code[start.upperBound...]
        while let character = rest.popFirst() {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if depth == 0 { return rest.isEmpty }
        }
        return false
    }

    /// The text with the targets.
    ///
    /// - Parameters:
    ///   - quire: The name of the package that contains Quire.
    ///   - program: The name of the program's target.
    func adding(quire: String, program: String) -> String {
        var start = String(text.dropLast()).trimmed
        if start.hasSuffix(",") { start.removeLast() }
        return start + ",\n" + Self.targets(quire: quire, program: program) + ")\n"
    }

    static func targets(quire: String, program: String) -> String {
        let quire = Literals.string(quire)
        return """
                targets: [
                    .target(
                        name: "Content", dependencies: [.product(name: "Quire", package: \(quire))],
                        path: "Schema", plugins: [.plugin(name: "QuirePlugin", package: \(quire))]),
                    .executableTarget(
                        name: "\(program)",
                        dependencies: [
                            "Content", .product(name: "Quire", package: \(quire)),
                            .product(name: "QuireStore", package: \(quire)),
                        ]),
                ]

            """
    }
}

extension String {
    /// Without white space at both ends.
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.last?.isWhitespace == true { rest.removeLast() }
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        return String(rest)
    }

    /// The number of parts between the occurrences of a text.
    fileprivate func components(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count
    }
}

/// The packages that a `Package.swift` depends on, by the names that its targets use for them.
struct PackageDependencies {
    private(set) var names: [String] = []

    init(_ manifest: String) {
        for part in manifest.split(separator: ".package(", omittingEmptySubsequences: false).dropFirst() {
            let arguments = part.prefix { $0 != ")" }
            if let name = Self.value(of: "name:", in: arguments) ?? Self.identity(arguments) {
                names.append(name)
            }
        }
    }

    /// The identity that SwiftPM derives from a path, a URL or an id in a registry.
    private static func identity(_ arguments: Substring) -> String? {
        if let path = value(of: "path:", in: arguments) {
            return URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent.lowercased()
        }
        if let id = value(of: "id:", in: arguments) { return id }
        guard let last = value(of: "url:", in: arguments)?.split(separator: "/").last?.lowercased() else {
            return nil
        }
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }

    /// The string literal after a label.
    private static func value(of label: String, in arguments: Substring) -> String? {
        guard let range = arguments.range(of: label) else { return nil }
        let parts = arguments[range.upperBound...].split(
            separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].allSatisfy(\.isWhitespace), !parts[1].isEmpty else { return nil }
        return String(parts[1])
    }
}
