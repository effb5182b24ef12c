import QuireText

/// A value of a hierarchical facet: names from the top down, such as `Fiction > Fantasy`.
///
/// A path is below every prefix of its text that is followed by a separator. The count of a path is therefore the
/// number of items that match `= path or hasPrefix path + " > "`. After 32 separators, the rest is one name.
package struct FacetPath: Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static let separator = " > "
    private static let deepest = 32

    /// The paths above this one, top first.
    package var ancestors: [String] {
        let bytes = text.utf8
        let separator = Self.separator.utf8
        var ancestors: [String] = []
        var index = bytes.startIndex
        while ancestors.count < Self.deepest, let space = bytes[index...].firstIndex(of: UInt8(ascii: " ")) {
            if bytes[space...].starts(with: separator) { ancestors.append(String(text[..<space])) }
            index = bytes.index(after: space)
        }
        return ancestors
    }

    /// The path one level up, or `nil` at the top.
    package var parent: String? { ancestors.last }

    /// The text after the last separator.
    package var name: String {
        guard let parent else { return text }
        return String(text.utf8.dropFirst(parent.utf8.count + Self.separator.utf8.count)) ?? text
    }

    /// Whether this is the path or below it.
    package func isUnder(_ path: String) -> Bool {
        text.isByteEqual(to: path) || text.utf8.starts(with: (path + Self.separator).utf8)
    }

    /// Filters that match the items under the path, joined by `or`.
    func tests(of field: String) -> [Filter] {
        let isHere = Filter.leaf(.init(.in, field, value: .list([.string(text)]), type: .string))
        guard hasLevelsBelow else { return [isHere] }
        return [
            isHere, .leaf(.init(.hasPrefix, field, value: .string(text + Self.separator), type: .string)),
        ]
    }

    private var hasLevelsBelow: Bool { ancestors.count < Self.deepest }

    /// A filter that matches the items that have nothing under the path.
    func complement(of field: String) -> Filter {
        let isNotHere = Filter.leaf(.init(.notIn, field, value: .list([.string(text)]), type: .string))
        guard hasLevelsBelow else { return isNotHere }
        return .and([
            isNotHere,
            .leaf(.init(.notHasPrefix, field, value: .string(text + Self.separator), type: .string)),
        ])
    }

    /// Returns the texts and all paths above them, each once. These are the values that an item counts for.
    package static func all(of texts: [String]) -> [String] {
        var seen: Set<ExactText> = []
        return texts.flatMap { FacetPath($0).ancestors + [$0] }.filter {
            seen.insert(ExactText($0)).inserted
        }
    }
}
