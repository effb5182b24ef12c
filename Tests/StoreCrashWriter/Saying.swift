import Foundation

/// Writes a line to standard output immediately, so that it survives a kill.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
