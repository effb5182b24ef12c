/// Passes the words of a text on, with their forms.
///
/// The state is one value: variables that several closures share cost a check at each access, for each word of a text.
struct FormWriter {
    typealias Body = (_ word: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ isForm: Bool) -> Bool

    private let text: UnsafeBufferPointer<UInt8>
    private let keepsSymbols: Bool
    private let language: FoldingLanguage
    private var run = WordRun()
    private var goesOn = true
    /// The end of the current line; `.max` if lines are not marked.
    private var lineEnd: Int

    init(text: UnsafeBufferPointer<UInt8>, marksLines: Bool, _ analyzer: TextAnalyzer) {
        self.text = text
        keepsSymbols = analyzer.keepsSymbols
        language = analyzer.language
        lineEnd = marksLines ? -1 : .max
    }

    /// Adds the next word. Returns `false` to stop.
    mutating func add(
        _ word: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ body: Body
    ) -> Bool {
        if !run.isEmpty, !run.takes(word, at: start, text) {
            goesOn = flush(body)
            guard goesOn else { return false }
        }
        if run.isEmpty, keepsSymbols || !WordRun.mayBegin(word, in: text, at: end) {
            goesOn = emit(word, start, end, body)
        } else {
            run.append(word, from: start, to: end)
        }
        return goesOn
    }

    /// Passes the last words on.
    mutating func finish(_ body: Body) {
        if goesOn, !run.isEmpty { _ = flush(body) }
    }

    /// Emits a word, followed by its other spelling, and by the line mark if the word begins a line.
    private mutating func emit(
        _ word: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ body: Body
    ) -> Bool {
        guard body(word, start, end, false) else { return false }
        // A letter with another spelling takes more bytes than the one that it is folded to.
        if end - start > word.count,
            let form = SpelledLetters.form(of: UnsafeBufferPointer(rebasing: text[start..<end]), language)
        {
            guard form.withUnsafeBufferPointer({ body($0, start, end, true) }) else { return false }
        }
        guard start > lineEnd else { return true }
        lineEnd = start
        while lineEnd < text.count, text[lineEnd] != UInt8(ascii: "\n") { lineEnd += 1 }
        return TextAnalyzer.lineMark.withUnsafeBufferPointer { body($0, start, start, true) }
    }

    private mutating func flush(_ body: Body) -> Bool {
        defer { run.removeAll() }
        let form = run.form
        for part in run.parts {
            guard part.bytes.withUnsafeBufferPointer({ emit($0, part.start, part.end, body) }) else {
                return false
            }
            guard let form else { continue }
            let isTaken = form.bytes.withUnsafeBufferPointer { body($0, form.start, form.end, true) }
            guard isTaken else { return false }
        }
        return true
    }
}
