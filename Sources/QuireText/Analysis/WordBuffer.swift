/// The word that is being read: its folded bytes and its position.
struct WordBuffer {
    enum Kind: UInt8 {
        case none
        /// A word of a script that separates words with spaces.
        case spaced
        /// One character of a script that does not.
        case single
        case symbol
    }

    /// The number of significant bytes. The rest of a longer word is ignored.
    static let capacity = 128

    private let memory: UnsafeMutableBufferPointer<UInt8>
    private let language: FoldingLanguage
    private var count = 0
    /// Whether a character did not fit. Nothing is added after it.
    private var isFull = false
    /// The canonical combining class of the last character.
    private var lastClass: UInt8 = 0
    private(set) var kind = Kind.none
    private var start = 0
    var end = 0

    init(_ memory: UnsafeMutableBufferPointer<UInt8>, _ language: FoldingLanguage) {
        self.memory = memory
        self.language = language
    }

    var isEmpty: Bool { kind == .none }

    mutating func begin(_ kind: Kind, at start: Int) {
        self.kind = kind
        self.start = start
        end = start
    }

    /// Passes the word, if there is one, to the body and empties the buffer. Returns `false` to stop.
    mutating func hasEnded(_ body: (UnsafeBufferPointer<UInt8>, Int, Int) -> Bool) -> Bool {
        guard kind != .none else { return true }
        let goesOn = body(UnsafeBufferPointer(rebasing: memory[..<count]), start, end)
        count = 0
        isFull = false
        lastClass = 0
        kind = .none
        return goesOn
    }

    /// Appends consecutive ASCII letters and digits. Returns the index after them.
    mutating func appendASCII(of text: UnsafeBufferPointer<UInt8>, from start: Int, _ foldsI: Bool) -> Int {
        var index = start
        var count = count
        let room = isFull ? count : Self.capacity
        while index < text.count {
            let byte = text[index]
            let folded = WordScanner.folded(byte)
            if folded == 0 || (!foldsI && byte == UInt8(ascii: "I")) { break }
            if count < room {
                memory[count] = folded
                count += 1
            } else {
                isFull = true
            }
            index += 1
        }
        self.count = count
        lastClass = 0
        end = index
        return index
    }

    mutating func append(_ byte: UInt8) {
        memory[count] = byte
        count += 1
    }

    /// Appends characters of combining class 0, either all of them or none.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        lastClass = 0
        guard !isFull, count + bytes.count <= Self.capacity else {
            isFull = true
            return
        }
        for byte in bytes {
            memory[count] = byte
            count += 1
        }
    }

    /// Appends a mark with a combining class. Returns `false` if it must be placed before others.
    mutating func appendMark(_ bytes: UnsafeBufferPointer<UInt8>, _ markClass: UInt8) -> Bool {
        if markClass != 0, lastClass > markClass { return false }
        let isAdded = !isFull
        append(bytes)
        if isAdded, !isFull { lastClass = markClass }
        return true
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        let bytes = scalar.utf8
        guard !isFull, count + bytes.count <= Self.capacity else {
            isFull = true
            return
        }
        for byte in bytes {
            memory[count] = byte
            count += 1
        }
        lastClass = scalar.properties.canonicalCombiningClass.rawValue
    }

    /// Combines a mark, or a Hangul letter, with the character before it: composed, dropped, or added in canonical
    /// order.
    ///
    /// Returns `false` if there is nothing to combine with, or the two do not combine.
    mutating func join(_ mark: Unicode.Scalar) -> Bool {
        guard kind != .none, count > 0 else { return false }
        if isFull { return true }
        if ScriptRules.isSecondHalf(mark) { return joinSecondHalf(mark) }
        let isMark = mark.properties.generalCategory.isMark
        if kind == .symbol { return isMark }
        let markClass = mark.properties.canonicalCombiningClass.rawValue
        if lastClass == 0 || lastClass < markClass {
            var base = count
            var scalar = before(&base)
            var end = count
            while let mark = scalar, mark.properties.canonicalCombiningClass != .notReordered, base > 0 {
                end = base
                scalar = before(&base)
            }
            if let scalar, let composed = MarkRules.composition(of: scalar, mark, language) {
                replace(base..<end, by: composed)
                return true
            }
        }
        if MarkRules.isLeftOut(mark) { return true }
        guard isMark || ScriptRules.isAttached(mark) else { return false }
        let inserted = count
        let previousClass = lastClass
        append(mark)
        if !isFull, markClass != 0, previousClass > markClass {
            reorder(inserted, markClass: markClass, previousClass: previousClass)
        }
        return true
    }

    /// Writes a circle and the vowel after it as one letter, the sara am of Thai and Lao. A mark of tone may stand between
    /// them. Returns `false` if there is no circle.
    private mutating func joinSecondHalf(_ vowel: Unicode.Scalar) -> Bool {
        let circle = Array(String(vowel.value == 0x0E32 ? "\u{E4D}" : "\u{ECD}").utf8)
        var end = count
        for _ in 0..<2 where end >= circle.count {
            let start = end - circle.count
            if memory[start..<end].elementsEqual(circle) {
                for index in end..<count { memory[index - circle.count] = memory[index] }
                count -= circle.count
                append(vowel.value == 0x0E32 ? "\u{E33}" : "\u{EB3}")
                return true
            }
            end = start
        }
        return false
    }

    /// The character that ends at the index. Moves the index to its start.
    private func before(_ index: inout Int) -> Unicode.Scalar? {
        let end = index
        repeat { index -= 1 } while index > 0 && memory[index] & 0xC0 == 0x80
        return UTF8Reading.scalar(in: UnsafeBufferPointer(rebasing: memory[index..<end]), at: 0)
            .flatMap { Unicode.Scalar($0.scalar) }
    }

    private mutating func replace(_ range: Range<Int>, by scalar: Unicode.Scalar) {
        let bytes = Array(scalar.utf8)
        let tail = Array(memory[range.upperBound..<count])
        guard range.lowerBound + bytes.count + tail.count <= Self.capacity else { return }
        count = range.lowerBound
        for byte in bytes + tail {
            memory[count] = byte
            count += 1
        }
    }

    /// Moves the mark at the index before marks of a higher class.
    private mutating func reorder(_ added: Int, markClass: UInt8, previousClass: UInt8) {
        let bytes = Array(memory[added..<count])
        var target = added
        while target > 0 {
            var index = target
            guard let scalar = before(&index),
                scalar.properties.canonicalCombiningClass.rawValue > markClass
            else { break }
            target = index
        }
        let moved = Array(memory[target..<added])
        for (offset, byte) in (bytes + moved).enumerated() { memory[target + offset] = byte }
        lastClass = previousClass
    }
}
