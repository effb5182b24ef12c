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
