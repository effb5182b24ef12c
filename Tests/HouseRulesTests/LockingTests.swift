import Testing

/// State that threads share is behind one kind of lock, so that the compiler checks who uses it.
@Suite struct LockingTests {
    @Test("Only Locked has a lock: other types keep their state in one")
    func locks() {
        for file in Repository.files(in: "Sources") where file.path != "Sources/QuireToolbox/Locked.swift" {
            for (number, line) in file.code where line.contains("NSLock(") || line.contains("pthread_mutex") {
                Issue.record("\(file.path):\(number): \(line)")
            }
        }
    }

    @Test("A type that the compiler does not check for threads says why not, and few are left")
    func unchecked() {
        var count = 0
        for file in Repository.files(in: "Sources") {
            let lines = file.lines
            for (index, line) in lines.enumerated() where line.contains("@unchecked Sendable") {
                count += 1
                let comment = lines[..<index].reversed()
                    .prefix { $0.drop { $0 == " " }.hasPrefix("//") || $0.contains("@") }
                #expect(
                    comment.contains { $0.contains("Unchecked") },
                    "\(file.path):\(index + 1) needs a comment \"Unchecked, because …\"")
            }
        }
        #expect(count <= 25)
    }
}
