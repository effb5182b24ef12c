/// A pattern as steps of a nondeterministic automaton.
struct PatternProgram: Sendable {
    enum Step: Sendable {
        /// Consumes one scalar of the set, then continues with the next step.
        case one(Int)
        case test(PatternTest)
        /// Continues with both steps.
        case split(Int, Int)
        case jump(Int)
        case match
    }

    var steps: [Step] = []
    var sets: [ScalarSet] = []
    /// Whether a match can only begin at the start of the text.
    var isAnchored = false
}

/// Compiles a parsed pattern to steps.
struct PatternCompiler {
    private var program = PatternProgram()

    mutating func compile(_ node: PatternNode) throws(PatternError) -> PatternProgram {
        try emit(node)
        try append(.match)
        if case .sequence(let parts) = node, case .test(.start)? = parts.first { program.isAnchored = true }
        return program
    }

    private mutating func append(_ step: PatternProgram.Step) throws(PatternError) {
        guard program.steps.count < TextPattern.mostSteps else {
            throw PatternError(
                "the pattern has more than \(TextPattern.mostSteps) steps with its counts expanded; shorten it, or use minLength or maxLength",
                at: 0)
        }
        program.steps.append(step)
    }

    private mutating func emit(_ node: PatternNode) throws(PatternError) {
        switch node {
        case .empty: break
        case .one(let set):
            program.sets.append(set)
            try append(.one(program.sets.count - 1))
        case .test(let test): try append(.test(test))
        case .sequence(let parts): for part in parts { try emit(part) }
        case .choice(let choices):
            var ends: [Int] = []
            for (index, choice) in choices.enumerated() {
                guard index < choices.count - 1 else {
                    try emit(choice)
                    break
                }
                let split = program.steps.count
                try append(.split(split + 1, split + 1))
                try emit(choice)
                ends.append(program.steps.count)
                try append(.jump(0))
                program.steps[split] = .split(split + 1, program.steps.count)
            }
            for end in ends { program.steps[end] = .jump(program.steps.count) }
        case .repeated(let node, let least, let most): try emitRepeated(node, least: least, most: most)
        }
    }

    private mutating func emitRepeated(
        _ node: PatternNode, least: Int, most: Int?
    ) throws(PatternError) {
        // Repeating nothing is nothing. Otherwise, nested counts of it would take very long.
        guard !node.isEmpty else { return }
        for _ in 0..<least { try emit(node) }
        guard let most else {
            let split = program.steps.count
            try append(.split(split + 1, split + 1))
            try emit(node)
            try append(.jump(split))
            program.steps[split] = .split(split + 1, program.steps.count)
            return
        }
        var splits: [Int] = []
        for _ in least..<most {
            splits.append(program.steps.count)
            try append(.split(0, 0))
            try emit(node)
        }
        for split in splits { program.steps[split] = .split(split + 1, program.steps.count) }
    }
}

extension PatternNode {
    /// Whether the node has no steps.
    fileprivate var isEmpty: Bool {
        switch self {
        case .empty: true
        case .one, .test: false
        case .sequence(let parts): parts.allSatisfy(\.isEmpty)
        case .choice: false
        case .repeated(let node, _, let most): most == 0 || node.isEmpty
        }
    }
}

/// Runs a program on a text. All possible matches advance together, so that no scalar is read twice.
struct PatternRun {
    private let program: PatternProgram
    private var current: [Int] = []
    private var next: [Int] = []
    private var pending: [Int] = []
    /// The position at which each step was reached last.
    private var reached: [Int]
    /// How many steps were reached so far.
    private(set) var count = 0

    init(_ program: PatternProgram) {
        self.program = program
        reached = Array(repeating: -1, count: program.steps.count)
    }

    mutating func matches(_ text: String.UnicodeScalarView) -> Bool {
        var previous: Unicode.Scalar?
        var iterator = text.makeIterator()
        var scalar = iterator.next()
        var position = 0
        // The steps of the start and after each scalar, so that the loop runs once more than there are scalars.
        while true {
            if position == 0 || !program.isAnchored,
                add(0, at: position, previous: previous, following: scalar)
            {
                return true
            }
            guard let present = scalar else { return false }
            if current.isEmpty, program.isAnchored { return false }
            let following = iterator.next()
            for step in current {
                if case .one(let set) = program.steps[step], program.sets[set].contains(present) {
                    next.append(step + 1)
                }
            }
            current.removeAll(keepingCapacity: true)
            position += 1
            for step in next where add(step, at: position, previous: present, following: following) {
                return true
            }
            next.removeAll(keepingCapacity: true)
            previous = present
            scalar = following
        }
    }

    /// Adds a step and those that it leads to without consuming a scalar. Returns whether that is a match.
    private mutating func add(
        _ step: Int, at position: Int, previous: Unicode.Scalar?, following: Unicode.Scalar?
    ) -> Bool {
        pending.append(step)
        while let step = pending.popLast() {
            guard reached[step] != position else { continue }
            reached[step] = position
            count += 1
            switch program.steps[step] {
            case .one: current.append(step)
            case .split(let first, let second):
                pending.append(second)
                pending.append(first)
            case .jump(let target): pending.append(target)
            case .test(let test): if test.holds(previous, following) { pending.append(step + 1) }
            case .match:
                pending.removeAll(keepingCapacity: true)
                return true
            }
        }
        return false
    }
}

extension PatternTest {
    fileprivate func holds(_ previous: Unicode.Scalar?, _ following: Unicode.Scalar?) -> Bool {
        switch self {
        case .start: previous == nil
        case .end: following == nil
        case .wordBoundary: Self.isWord(previous) != Self.isWord(following)
        case .notWordBoundary: Self.isWord(previous) == Self.isWord(following)
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map(ScalarSet.wordScalars.contains) ?? false
    }
}
