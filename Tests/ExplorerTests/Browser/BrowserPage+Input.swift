import QuireCore
import TransportDoubles

extension BrowserPage {
    /// Clicks the element with a name: its label for screen readers, or its text. It must be visible, and nothing may cover
    /// it.
    func click(named name: String, in scope: String = "body") async throws {
        try await click("quireNamed(\(name.script), \(scope.script))", name)
    }

    func click(_ selector: String) async throws {
        try await click("document.querySelector(\(selector.script))", selector)
    }

    private func click(_ expression: String, _ name: String) async throws {
        var patience = Patience(polls: 4_000)
        while true {
            // It must stay in its place for a frame. The page may still replace it before the mouse button is released;
            // then nobody is clicked, and the click is repeated.
            let point = (try? await evaluate("quireSteady(() => \(expression))"))?.elements ?? []
            if point.count == 2 {
                for type in ["mousePressed", "mouseReleased"] {
                    try await call(
                        "Input.dispatchMouseEvent",
                        [
                            "type": .string(type), "x": point[0], "y": point[1], "button": "left",
                            "clickCount": 1,
                        ])
                }
                if try await evaluate("quireWasClicked()").isTrue { return }
            }
            guard patience.goesOn() else { throw BrowserFailure("\(name) cannot be clicked") }
            try await Task.sleep(for: .milliseconds(25))
        }
    }

    /// Replaces the text of an input as a person does: selects it, then types.
    func fill(_ selector: String, _ text: String) async throws {
        try await fill(expression: "document.querySelector(\(selector.script))", text)
    }

    /// The same, for the input with a label.
    func fill(named name: String, in scope: String = "body", _ text: String) async throws {
        try await fill(expression: "quireNamed(\(name.script), \(scope.script))", text)
    }

    private func fill(expression: String, _ text: String) async throws {
        try await wait(until: "quireVisible(\(expression))")
        try await evaluate("\(expression).focus(); \(expression).select?.()")
        if text.isEmpty {
            try await press("Delete")
        } else {
            try await call("Input.insertText", ["text": .string(text)])
        }
    }

    /// Chooses an option of a select element.
    func choose(_ value: String, named name: String, in scope: String = "body") async throws {
        let node = "quireNamed(\(name.script), \(scope.script))"
        try await wait(until: "quireVisible(\(node))")
        try await evaluate(
            "((node) => { node.value = \(value.script); node.dispatchEvent(new Event('change', { bubbles: true })) })(\(node))"
        )
    }

    /// Presses a key: `Enter`, `ArrowDown`, `a`.
    func press(_ key: String, isShifted: Bool = false, isControlled: Bool = false) async throws {
        let code = Self.codes[key] ?? Int64(key.uppercased().utf8.first ?? 0)
        var down: [JSONValue.Member] = [
            .init("type", "keyDown"), .init("key", .string(key)),
            .init("windowsVirtualKeyCode", .integer(code)),
            .init("modifiers", .integer((isShifted ? 8 : 0) + (isControlled ? 2 : 0))),
        ]
        if key == "Enter" { down.append(.init("text", "\r")) }
        if key.utf8.count == 1, !isControlled { down.append(.init("text", .string(key))) }
        try await call("Input.dispatchKeyEvent", .object(down))
        try await call(
            "Input.dispatchKeyEvent",
            ["type": "keyUp", "key": .string(key), "windowsVirtualKeyCode": .integer(code)])
    }

    private static let codes: [String: Int64] = [
        "Enter": 13, "Escape": 27, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37,
        "ArrowRight": 39,
        "PageDown": 34, "PageUp": 33, "Home": 36, "End": 35, "Delete": 46,
    ]
}
