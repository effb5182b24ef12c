import Foundation

/// Writes a line to standard output at once: what was said stays said, whatever becomes of the process.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
