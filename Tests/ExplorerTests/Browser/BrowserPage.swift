import Foundation
import QuireCore
import Testing
import TransportDoubles

/// A page in the browser, with storage and history of its own.
final class BrowserPage: Sendable {
    let devTools: DevTools
    let session: String
    private let context: String
    /// What happened in the page since it was opened.
    let record = PageRecord()

    /// The widths to check layouts at, from a small phone to a 4K screen.
    static let sizes = [(320, 640), (768, 1_024), (1_280, 800), (1_920, 1_080), (3_840, 2_160)]

    /// Opens an empty page, runs the body and closes the page.
    ///
    /// - Throws: what the body throws. Unexpected requests, errors on the console and violations of the page's policy are
    ///   issues of the test.
    static func with(
        width: Int = 1_280, height: Int = 800, isDark: Bool = false,
        _ body: (BrowserPage) async throws -> Void
    ) async throws {
        let page = try await BrowserPage()
        do {
            try await page.resize(width, height, isDark: isDark)
            try await body(page)
        } catch {
            let shown = try? await page.evaluate("document.body.innerText.slice(0, 1500)").text
            await page.close()
            throw BrowserFailure(
                "\(error)\nThe page shows:\n\(shown ?? "nothing")\nIts problems: \(page.record.problems)")
        }
        await page.close()
    }

    private init() async throws {
        devTools = try await Browser.shared.devTools
        let created = try await devTools.call("Target.createBrowserContext")
        context = try #require(created["browserContextId"]?.text)
        let target = try await devTools.call(
            "Target.createTarget",
            ["url": "about:blank", "browserContextId": .string(context), "newWindow": true])
        let attached = try await devTools.call(
            "Target.attachToTarget", ["targetId": target["targetId"] ?? .null, "flatten": true])
        session = try #require(attached["sessionId"]?.text)
        devTools.listen(to: session) { [record] in record.add($0, $1) }
        for domain in ["Page", "Runtime", "Log", "Network", "Audits"] { try await call("\(domain).enable") }
        try await call("Emulation.setFocusEmulationEnabled", ["enabled": true])
        // A page that is slower than this machine, to find what depends on its speed.
        if let rate = ProcessInfo.processInfo.environment["QUIRE_PAGE_SLOWDOWN"].flatMap(Double.init) {
            try await call("Emulation.setCPUThrottlingRate", ["rate": .number(rate)])
        }
        try await call("Page.addScriptToEvaluateOnNewDocument", ["source": .string(PageScripts.helpers)])
    }

    private func close() async {
        devTools.forget(session)
        _ = try? await devTools.call("Target.disposeBrowserContext", ["browserContextId": .string(context)])
    }

    @discardableResult
    func call(_ method: String, _ parameters: JSONValue = [:]) async throws -> JSONValue {
        try await devTools.call(method, parameters, session: session)
    }

    func resize(_ width: Int, _ height: Int, isDark: Bool = false) async throws {
        try await call(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .integer(Int64(width)), "height": .integer(Int64(height)), "deviceScaleFactor": 1,
                "mobile": false,
            ])
        try await call(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": .string(isDark ? "dark" : "light")]]])
    }

    /// Opens a URL in an empty document, so that nothing of what was shown before is mistaken for the result.
    func open(_ url: String) async throws {
        try await call("Page.navigate", ["url": "about:blank"])
        record.origin = URL(string: url).flatMap { url in url.host.map { "http://\($0):\(url.port ?? 80)/" } }
        try await call("Page.navigate", ["url": .string(url)])
    }

    // MARK: Scripts

    /// The value of an expression in the page. A promise is awaited.
    @discardableResult
    func evaluate(_ expression: String) async throws -> JSONValue {
        let response = try await call(
            "Runtime.evaluate",
            ["expression": .string(expression), "awaitPromise": true, "returnByValue": true])
        if let details = response["exceptionDetails"] {
            let text = details["exception"]?["description"]?.text ?? details["text"]?.text ?? "an exception"
            throw BrowserFailure("\(expression.prefix(200)): \(text)")
        }
        return response["result"]?["value"] ?? .null
    }

    /// Waits until an expression is true. On a busy machine, the wait is longer.
    func wait(until expression: String) async throws {
        var patience = Patience(polls: 4_000)
        while true {
            // A page that is loading has no document yet.
            if let value = try? await evaluate("Boolean(\(expression))"), value.isTrue { return }
            guard patience.goesOn() else {
                throw BrowserFailure("This did not become true: \(expression)")
            }
            try await Task.sleep(for: .milliseconds(25))
        }
    }

    /// Waits until an expression has a value. If it never does, the last value is an issue of the test.
    ///
    /// For every check whose value may still change. A wait for one sign, followed by a check of another, sees the page
    /// between two states.
    func expect(
        _ expression: String, becomes expected: JSONValue, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var patience = Patience(polls: 4_000)
        while true {
            let value = try? await evaluate(expression)
            if value == expected { return }
            guard patience.goesOn() else {
                let last = value.map { String(decoding: $0.data, as: UTF8.self) } ?? "an exception"
                Issue.record(
                    "\(expression) was \(last) at last, not \(String(decoding: expected.data, as: UTF8.self))",
                    sourceLocation: sourceLocation)
                throw BrowserFailure("The page did not become as expected: \(expression)")
            }
            try await Task.sleep(for: .milliseconds(25))
        }
    }

    /// Waits until the elements that a selector matches show these texts.
    func expect(
        texts selector: String, become expected: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expect(
            "quireTexts(\(selector.script))", becomes: .array(expected.map { .string($0) }),
            sourceLocation: sourceLocation)
    }

    func wait(forText text: String, in selector: String = "body") async throws {
        try await wait(
            until: "(document.querySelector(\(selector.script))?.innerText ?? '').includes(\(text.script))")
    }

    func text(_ selector: String = "body") async throws -> String {
        try await evaluate("document.querySelector(\(selector.script))?.innerText ?? ''").text ?? ""
    }

    func texts(_ selector: String) async throws -> [String] {
        try await evaluate("quireTexts(\(selector.script))").elements.compactMap(\.text)
    }
}

extension String {
    /// The text as a literal of JavaScript.
    var script: String { String(decoding: JSONValue.string(self).data, as: UTF8.self) }
}
