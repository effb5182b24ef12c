#if SQLite
import Foundation

/// An independent reader of a store's file: python3's sqlite3.
enum SQLiteShell {
    struct Failure: Error { var message: String }

    /// Runs statements on the file and returns the rows of the last one as JSON.
    static func rows(_ path: String, _ sql: String...) throws -> String {
        let script = """
            import json, sqlite3, sys
            connection = sqlite3.connect(sys.argv[1])
            for sql in sys.argv[2:]:
                rows = connection.execute(sql).fetchall()
            connection.commit()
            connection.close()
            print(json.dumps(rows, ensure_ascii=False))
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, path] + sql
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        let message = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(message: String(decoding: message, as: UTF8.self))
        }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
#endif
