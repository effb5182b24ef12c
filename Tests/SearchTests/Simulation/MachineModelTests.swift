import Quire
import QuireSearch
import SampleModules
import Testing
import TransportDoubles

/// The state machine compared with a model that derives everything from the history: both get the same random steps.
@Suite struct MachineModelTests {
    private static let size = 3

    @Test(
        "The state machine and a model that reads its history agree after every step",
        arguments: 0..<60 as Range<UInt64>)
    func agreement(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let window = Int.random(in: 1...4, using: &random)
        var script = MachineScript(
            SearchDraft(), .init(pacing: .immediate, maximumPending: window, retainedPages: nil))
        script.edit { $0.pageSize = Self.size }
        var model = NaiveSession(size: Self.size, window: window)
        var kinds: Set<Int> = []
        for step in 0..<120 {
            let kind = Int.random(in: 0..<20, using: &random)
            kinds.insert(kind)
            Self.act(kind, step, &script, &model, &random)
            let open = model.open.map(\.number).sorted()
            guard script.pending == open, script.ids == model.ids, script.state.phase.word == model.phase,
                script.state.isStale == model.isStale,
                script.state.failedPages.keys.sorted() == (model.shown?.failed ?? []).sorted(),
                script.state.isPreliminary == (model.shown?.isPreliminary ?? false),
                script.state.total == model.shown?.total
            else {
                Issue.record(
                    """
                    seed \(seed), step \(step), kind \(kind): pending \(script.pending) and \(open), \
                    items \(script.ids) and \(model.ids), \(script.state.phase.word) and \(model.phase), \
                    stale \(script.state.isStale) and \(model.isStale)
                    """)
                return
            }
        }
        #expect(kinds.count > 15)
    }

    private static func act(
        _ kind: Int, _ step: Int, _ script: inout MachineScript, _ model: inout NaiveSession,
        _ random: inout SeededGenerator
    ) {
        // Also ended numbers, which must be ignored.
        let number = Int.random(in: 1...max(1, model.numbers), using: &random)
        let isOpen = model.open.contains { $0.number == number }
        switch kind {
        case 0...3:
            script.search("t\(step)")
            model.search("t\(step)")
        case 4...8, 9:
            guard let request = script.sent[number] else { return }
            let isFinal = kind != 9
            let text = request.draft.text
            // A result of 0 to 14 items; some appear at two positions; every third has no total.
            let all = (0..<(text.utf8.reduce(0) { $0 + Int($1) } % 15)).map {
                "\(text)/\($0 % 5 == 4 ? $0 - 2 : $0)"
            }
            let first = min((request.page - 1) * size, all.count)
            let ids = Array(all[first..<min(first + size, all.count)])
            let total = all.count % 3 == 0 ? nil : all.count
            script.response(number, ids, total: total, preliminary: !isFinal)
            if isOpen, isFinal || request.isSearch {
                model.history.append(.responded(number, ids: ids, total: total, isFinal: isFinal))
            }
        case 10:
            script.fail(number)
            if isOpen { model.history.append(.failed(number)) }
        case 11:
            script.cancel(number)
            if isOpen { model.history.append(.cancelled(number)) }
        case 12, 13, 14:
            script.loadMore()
            model.loadMore()
        case 15:
            script.retry()
            model.retry()
        case 16:
            script.gaveUp(number)
            if isOpen { model.history.append(.cancelled(number)) }
        case 17 where step % 4 == 0:
            script.reset()
            model.history.append(.reset)
        case 18 where step % 3 == 0:
            script.sourceChanged()
            model.history.append(.newSource)
            model.source += 1
        case 19 where step % 3 == 0:
            script.search("x", isAllowed: false)
            model.refuse()
        default:
            script.cancelPending()
            model.cancelAll()
        }
    }
}
