/// A key press, or a paste.
package enum Key: Hashable, Sendable {
    /// A typed character, or a part of one: combining marks follow their base.
    case text(String)
    /// Pasted text, on one line and without control characters.
    case paste(String)
    /// A letter with Ctrl: `a` to `z`.
    case control(Character)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, tab, backTab, backspace, delete, escape
}
