import Foundation

/// The options of `quire migrate`.
struct MigrateSettings {
    var file: String
    var isCheck: Bool
    var isDryRun: Bool
    var isStrict: Bool
    var isJSON: Bool
    var allowsDowngrade: Bool
    /// The path of the backup; `nil` if none was requested.
    var backup: String?

    init(_ arguments: Arguments) throws(UsageError) {
        guard let file = try arguments.single("--store") else { throw UsageError("no --store was given") }
        self.file = file
        isCheck = arguments.flags.contains("--check")
        isDryRun = arguments.flags.contains("--dry-run")
        isStrict = arguments.flags.contains("--strict")
        isJSON = arguments.flags.contains("--json")
        allowsDowngrade = arguments.flags.contains("--allow-downgrade")
        if isCheck {
            try arguments.refuse(
                ["--allow-downgrade", "--dry-run", "--strict", "--backup", "--json"], "with --check")
        }
        if isDryRun { try arguments.refuse(["--allow-downgrade", "--backup"], "with --dry-run") }
        backup = try arguments.single("--backup").map { $0.isEmpty ? file + ".backup" : $0 }
    }

    /// Gives `--backup` an empty value if no path follows it.
    static func namingBackup(_ arguments: [String]) -> [String] {
        arguments.indices.map { index in
            guard arguments[index] == "--backup" else { return arguments[index] }
            let next = arguments.index(after: index)
            let hasValue = next < arguments.endIndex && !arguments[next].hasPrefix("-")
            return hasValue ? "--backup" : "--backup="
        }
    }
}
