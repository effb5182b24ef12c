/// A value of a hierarchical facet: names from the top down, `Fiction > Fantasy`.
///
/// It lies within every beginning of its text that a separator follows, so that what is counted under a path is exactly
/// what `= path or hasPrefix path + " > "` finds.
package struct FacetPath: Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static let separator = " > "

    /// The paths above it, the top one first.
    package var ancestors: [String] {
        let bytes = text.utf8
        var ancestors: [String] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index...].starts(with: Self.separator.utf8) {
                ancestors.append(String(text[..<index]))
            }
            index = bytes.index(after: index)
        }
        return ancestors
    }

    /// The path one level up; `nil` at the top.
    package var parent: String? { ancestors.last }

    /// What stands behind the last separator.
    package var name: String {
        guard let parent else { return text }
        return String(text.utf8.dropFirst(parent.utf8.count + Self.separator.utf8.count)) ?? text
    }

    /// Whether it is the path, or lies below it.
    package func isWithin(_ path: String) -> Bool {
        text.isSpelled(as: path) || text.utf8.starts(with: (path + Self.separator).utf8)
    }

    /// What finds the items under the path.
    package func filter(of field: String) -> Filter {
        .or([
            .leaf(.init(.in, field, .list([.string(text)]), type: .string)),
            .leaf(.init(.hasPrefix, field, .string(text + Self.separator), type: .string)),
        ])
    }

    /// What finds the items that have nothing under the path.
    package func complement(of field: String) -> Filter {
        .and([
            .leaf(.init(.notIn, field, .list([.string(text)]), type: .string)),
            .leaf(.init(.notHasPrefix, field, .string(text + Self.separator), type: .string)),
        ])
    }
}
