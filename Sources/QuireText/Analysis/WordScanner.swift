/// Scans UTF-8 once, folds it into a buffer, and emits each word at its end.
struct WordScanner {
    private let pages: FoldingPages
    private let keepsSymbols: Bool
    private let foldsASCII: Bool
    private var snapshot: FoldingPages.Snapshot
    private var word: WordBuffer

    /// - Parameter body: Receives a folded word and its byte positions. Returns `false` to stop the scan.
    static func scan(
        _ text: UnsafeBufferPointer<UInt8>, _ language: FoldingLanguage, keepsSymbols: Bool,
        body: (UnsafeBufferPointer<UInt8>, Int, Int) -> Bool
    ) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: WordBuffer.capacity) { memory in
            let pages = FoldingPages.of(language)
            var scanner = WordScanner(
                pages: pages, keepsSymbols: keepsSymbols, foldsASCII: language == .common,
                snapshot: pages.snapshot, word: WordBuffer(memory, language))
            scanner.scan(text, body)
        }
    }

    private mutating func scan(
        _ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>, Int, Int) -> Bool
    ) {
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80, foldsASCII || byte != UInt8(ascii: "I") {
                let folded = Self.folded(byte)
                if folded != 0 {
                    if word.kind != .spaced {
                        guard word.hasEnded(body) else { return }
                        word.begin(.spaced, at: index)
                    }
                    index = word.appendASCII(of: text, from: index, foldsASCII)
                } else {
                    guard word.hasEnded(body) else { return }
                    if keepsSymbols, byte > 0x20, byte != 0x7F {
                        word.begin(.symbol, at: index)
                        word.append(byte)
                        word.end = index + 1
                    }
                    index += 1
                }
                continue
            }
            guard let (scalar, length) = UTF8Reading.scalar(in: text, at: index) else {
                guard word.hasEnded(body) else { return }
                index += 1
                continue
            }
            guard add(scalar, from: index, to: index + length, body) else { return }
            index += length
        }
        _ = word.hasEnded(body)
    }

    /// The lowercase form of an ASCII letter or digit, or 0 for any other byte.
    static func folded(_ byte: UInt8) -> UInt8 {
        if (byte | 0x20) &- 0x61 < 26 { return byte | 0x20 }
        return byte &- 0x30 < 10 ? byte : 0
    }

    private mutating func add(
        _ scalar: UInt32, from start: Int, to end: Int, _ body: (UnsafeBufferPointer<UInt8>, Int, Int) -> Bool
    ) -> Bool {
        let number = Int(scalar >> 8)
        if snapshot[number] == nil { snapshot = pages.snapshot(with: number) }
        guard let page = snapshot[number] else { return word.hasEnded(body) }
        let entry = page.entry(of: scalar)
        switch entry.kind {
        case .separator: return word.hasEnded(body)
        case .transparent:
            if !word.isEmpty { word.end = end }
            return true
        case .symbol:
            guard word.hasEnded(body) else { return false }
            guard keepsSymbols else { return true }
            word.begin(.symbol, at: start)
            word.append(page.bytes(of: entry))
        case .spaced:
            if word.kind != .spaced {
                guard word.hasEnded(body) else { return false }
                word.begin(.spaced, at: start)
            }
            word.append(page.bytes(of: entry))
        case .single:
            guard word.hasEnded(body) else { return false }
            word.begin(.single, at: start)
            word.append(page.bytes(of: entry))
        case .leftOutMark:
            // A word never starts with a mark.
            if word.isEmpty { return true }
        case .mark:
            if word.isEmpty { return true }
            if word.kind != .symbol, !word.appendMark(page.bytes(of: entry), entry.markClass) { fallthrough }
        case .composing:
            // Scalar by scalar, because marks may combine with the character before them.
            var offset = 0
            let bytes = page.bytes(of: entry)
            while offset < bytes.count, let (part, length) = UTF8Reading.scalar(in: bytes, at: offset) {
                offset += length
                guard addPart(part, at: start, body) else { return false }
            }
            if word.isEmpty { return true }
        }
        word.end = end
        return true
    }

    private mutating func addPart(
        _ part: UInt32, at start: Int, _ body: (UnsafeBufferPointer<UInt8>, Int, Int) -> Bool
    ) -> Bool {
        guard let scalar = Unicode.Scalar(part) else { return true }
        if MarkRules.joins(scalar), word.join(scalar) { return true }
        // A word never starts with a mark, but it may start with a letter that combines with others.
        if scalar.properties.generalCategory.isMark { return true }
        let kind: WordBuffer.Kind = ScriptRules.isUnspaced(scalar) ? .single : .spaced
        if kind == .single || word.kind != kind {
            guard word.hasEnded(body) else { return false }
            word.begin(kind, at: start)
        }
        word.append(scalar)
        return true
    }
}
