#if SQLite
import QuireToolbox

/// What opening a file with a schema would do, found out without changing the file.
///
/// ```swift
/// let plan = try await Store.plan(for: ContentSchema.self, of: .file("content.sqlite"))
/// guard plan.isLossless else { return show(plan.modules.map(\.incompatible)) }
/// print(plan)   // books rewrites 120000 items, because it changes "age" from text to integer: about 4 seconds
/// ```
public struct MigrationPlan: Sendable, Hashable {
    /// How a module's tables are changed.
    public enum Work: String, Sendable, Hashable, CaseIterable {
        /// The file has no tables for the module yet.
        case create
        /// All items are written into new tables.
        case rewrite
        /// Columns are added in place. Only items with a value or a default for them are written.
        case addFields
        /// Only items without a value of a required field are written: they get its default.
        case fillDefaults
        /// Names change in the description of the tables. Only items that have former names in their values are written.
        case rename
        /// Only indexes are created, dropped or rebuilt.
        case index
        /// Only the description of the tables is updated.
        case describe
    }

    /// The plan for one module.
    public struct Module: Sendable, Hashable {
        /// The module's wire name.
        public var name: String
        public var work: Work
        /// Why: the differences between the file and the schema.
        public var difference: SchemaDifference.Module
        /// The number of stored items.
        public var items = 0
        /// How many of them are written again.
        public var writtenItems = 0
        /// Required fields that get their default, and in how many items.
        public var filled: [SchemaChange.FilledField] = []
        /// The values that would not fit, with the first ten of each field.
        public var incompatible = IncompatibleValues()
        /// The fields whose indexes are created.
        public var indexes: [String] = []
        /// The estimated duration in seconds, measured on a sample of the items.
        public var seconds = 0.0
    }

    /// The modules that change, by name.
    public var modules: [Module]
    /// The differences between the file and the schema.
    public var difference: SchemaDifference

    /// Whether opening the file changes nothing.
    public var isEmpty: Bool { modules.isEmpty }

    /// Whether every value fits the schema, and every required field has a value, once the file is migrated.
    ///
    /// Values that do not fit are not lost: the items keep them as unknown values.
    public var isLossless: Bool { modules.allSatisfy(\.incompatible.isEmpty) }

    /// Whether the file was last migrated by a later schema; see ``SchemaDifference/isDowngrade``.
    public var isDowngrade: Bool { difference.isDowngrade }

    /// The estimated duration of the migration in seconds, measured on samples.
    public var seconds: Double { modules.reduce(0) { $0 + $1.seconds } }
}

extension MigrationPlan: CustomStringConvertible {
    public var description: String {
        isEmpty ? "nothing changes" : modules.map(\.description).joined(separator: "\n")
    }
}

extension MigrationPlan.Module: CustomStringConvertible {
    public var description: String {
        var text = "\(name) "
        switch work {
        case .create: text += "gets its tables"
        case .rewrite: text += "rewrites \(writtenItems.items), because it \(difference.reason)"
        case .addFields: text += "\(difference.reason), and writes \(writtenItems) of \(items.items)"
        case .fillDefaults, .rename:
            text += "\(difference.reason), and writes \(writtenItems) of \(items.items)"
        case .index, .describe: text += difference.reason
        }
        if work != .create, !indexes.isEmpty {
            text += "; creates indexes for \(indexes.map { "\"\($0)\"" }.joined(separator: ", "))"
        }
        if seconds >= 0.5 { text += "; takes about \(Int(seconds.rounded(.up))) s" }
        var lines = [text]
        for filled in filled {
            lines.append("  \"\(filled.field)\" gets its default in \(filled.count.items)")
        }
        lines += incompatible.lines.map { "  " + $0 }
        // Content must not add a line that looks like the plan's own.
        return lines.map { PlainText.oneLine($0) }.joined(separator: "\n")
    }
}
#endif
