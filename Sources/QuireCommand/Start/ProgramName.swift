import QuireGenerator
import QuireSchema

/// The rules for the name of a program's target.
enum ProgramName {
    /// Names of modules that the program imports, and those that the compiler reserves.
    private static let taken: Set<String> = ["content", "schema", "swift", "foundation", "main"]

    /// Returns the reason why a name is refused, or `nil` if it can be used.
    static func problem(_ name: String) -> String? {
        guard name.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }) else {
            return "--name expects ASCII letters only, such as app, not \(quoted(name))"
        }
        // File systems may ignore case, and targets become folders.
        let lowercased = name.lowercased()
        if taken.contains(lowercased) || lowercased.hasPrefix("quire") || ReservedNames.isKeyword(name) {
            return
                "--name: \(quoted(name)) is reserved for Swift, Quire or the schema; choose another, such as app"
        }
        return nil
    }
}
