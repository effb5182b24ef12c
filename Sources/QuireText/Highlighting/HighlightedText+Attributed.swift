public import Foundation

extension HighlightedText {
    /// Returns the text with attributes on its highlights.
    ///
    /// ```swift
    /// var found = AttributeContainer()
    /// found.backgroundColor = .yellow
    /// Text(state.highlight(book.title).attributed(with: found))
    /// ```
    /// - Parameters:
    ///   - found: The attributes of the highlights.
    ///   - others: The attributes of the rest of the text.
    public func attributed(
        with found: AttributeContainer, others: AttributeContainer = AttributeContainer()
    ) -> AttributedString {
        var result = AttributedString()
        for part in parts {
            result.append(AttributedString(part.text, attributes: part.isHighlighted ? found : others))
        }
        return result
    }

    #if canImport(Darwin)
    /// The text with its highlights strongly emphasized, which SwiftUI shows in bold.
    public var attributed: AttributedString {
        var found = AttributeContainer()
        found.inlinePresentationIntent = .stronglyEmphasized
        return attributed(with: found)
    }
    #endif
}
