/// What a person pressed, or pasted.
package enum Key: Hashable, Sendable {
    /// A typed character, or a part of one: marks that combine come after what they stand on.
    case text(String)
    /// What came from the clipboard, on one line and without control characters.
    case paste(String)
    /// A letter with Ctrl: `a` to `z`.
    case control(Character)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, tab, backTab, backspace, delete, escape
}
