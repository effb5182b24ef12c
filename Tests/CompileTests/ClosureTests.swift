import Testing

/// Closures passed by users compile in any isolation, with the app's state in them.
@Suite struct ClosureTests {
    static let modes: [[String]] = [
        ["-swift-version", "6"],
        ["-swift-version", "6", "-default-isolation", "MainActor"],
        ["-swift-version", "6", "-enable-upcoming-feature", "NonisolatedNonsendingByDefault"],
        [
            "-swift-version", "6", "-default-isolation", "MainActor", "-enable-upcoming-feature",
            "NonisolatedNonsendingByDefault",
        ],
    ]

    @Test(
        "Every public closure parameter accepts a closure of @MainActor code, of an actor and of a nonisolated function",
        arguments: modes)
    func closures(_ mode: [String]) throws {
        try check(AppCode(ClosureCall.all.map { ($0.place, $0.code) }), mode)
    }

    @Test(
        "Results can be read in @MainActor code, in an actor and in a nonisolated function",
        arguments: modes)
    func results(_ mode: [String]) throws {
        try check(AppCode(ResultUse.all.map { (.here, $0) }), mode)
    }

    @Test("Every public closure parameter is used in a compiled call")
    func complete() throws {
        let covered = Set(ClosureCall.all.flatMap(\.names)).union(ClosureCall.elsewhere.keys)
        let found = try PublicClosures.names()
        #expect(found.subtracting(covered).sorted() == [], "add a call to ClosureCalls.swift")
        #expect(
            covered.subtracting(found).sorted() == [], "no such function: take it out of ClosureCalls.swift")
    }

    private func check(_ code: AppCode, _ mode: [String]) throws {
        let outcome = try Compiler().check(code.source, flags: mode, stage: .intermediateLanguage)
        for (line, error) in outcome.errors.sorted(by: { $0.key < $1.key }) {
            Issue.record("\(code.lines[line - 1]): \(error)")
        }
        #expect(outcome.warnings.isEmpty)
    }
}
