import QuireGenerator
import QuireTerminal
import QuireToolbox

#if SQLite
import QuireStore
#endif

/// `quire check-store`: checks a store's file and reports problems.
enum CheckStoreCommand {
    static let help = """
        Check a store's file for damage and for what other programs have added: pages, tables, triggers and views, items,
        full text, pending writes.

        Usage: quire check-store <file> [--read-only]

          --read-only   Open the file read-only. Full text is not compared then

        Needs no schema and migrates nothing. Prints each problem with its remedy. No check can detect that a file lost
        its last transactions with the end of its write-ahead log, because such a file is consistent.

        Exit codes: 0 no problems found, 1 problems found or no store, 2 wrong usage.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments, options: [], flags: ["--read-only", "--help", "-h"], of: "check-store")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        guard arguments.operands.count == 1, let file = arguments.operands.first else {
            throw UsageError("check-store needs one file; see 'quire check-store --help'")
        }
        #if SQLite
        var options = StoreOptions()
        options.isReadOnly = arguments.flags.contains("--read-only")
        do {
            let report = try await Store.check(.file(file), options: options)
            var lines = report.description.split(separator: "\n").map { PlainText.oneLine($0) }
            for module in report.uncheckedFullText {
                lines.append(PlainText.oneLine("the full text of \(module) was not compared"))
            }
            printOrExit(lines.joined(separator: "\n"))
            return report.isSound ? 0 : 1
        } catch var error as StoreError where error.code == .readOnly {
            error.advice = "Use --read-only."
            printError("quire: error: \(error)")
            return 1
        } catch {
            printError("quire: error: \(error)")
            return 1
        }
        #else
        throw UsageError("this build of quire has no SQLite store; build it with the trait SQLite")
        #endif
    }
}
