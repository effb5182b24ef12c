import Foundation
import PackagePlugin

/// The location of a target's schema, and the files that SwiftPM must watch.
struct SchemaPlace {
    /// The input of the tool: folders, or single files.
    var schemas: [URL]
    /// The existing files. The tool looks again when it runs.
    var files: [URL]
    /// Whether the files are below the target's own folder.
    var isInTarget: Bool

    /// Finds the schema of a target: its own JSON files, or those of its `Schema` folder, or the package's `Schema`
    /// folder.
    static func find(target: URL, package: URL) -> SchemaPlace? {
        let inTarget = target.appending(path: "Schema", directoryHint: .isDirectory)
        let inPackage = package.appending(path: "Schema", directoryHint: .isDirectory)
        if let place = folder(inTarget, isInTarget: true) { return place }
        if target.lastPathComponent == "Schema", let place = folder(target, isInTarget: true) { return place }
        let own = jsonFiles(in: target, deep: false)
        if !own.isEmpty { return SchemaPlace(schemas: own, files: own, isInTarget: true) }
        return folder(inPackage, isInTarget: false)
    }

    /// A folder as a schema, or `nil` if it has no JSON file.
    static func folder(_ folder: URL, isInTarget: Bool) -> SchemaPlace? {
        let files = jsonFiles(in: folder, deep: true)
        return files.isEmpty ? nil : SchemaPlace(schemas: [folder], files: files, isInTarget: isInTarget)
    }

    /// The JSON files of a folder in a fixed order, except hidden ones.
    private static func jsonFiles(in folder: URL, deep: Bool) -> [URL] {
        // Resolve a linked folder, but keep the package's name for it, or SwiftPM would treat its files as different
        // ones.
        let path = folder.resolvingSymlinksInPath().path(percentEncoded: false)
        let manager = FileManager.default
        let found =
            deep
            ? manager.enumerator(atPath: path)?.allObjects : try? manager.contentsOfDirectory(atPath: path)
        return (found ?? []).compactMap { $0 as? String }
            .filter { $0.hasSuffix(".json") && !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
            .sorted()
            .map { folder.appending(path: $0, directoryHint: .notDirectory) }
    }

    /// The message for a target without a schema.
    static func missing(target name: String, folder: URL) -> String {
        """
        the target '\(name)' uses QuirePlugin and has no schema. Put a JSON document into its folder \
        (\(folder.path(percentEncoded: false))), into a folder 'Schema' in it, or into a folder 'Schema' at the root \
        of the package. It begins like this: { "quire": 1, "modules": [] }
        """
    }
}

extension URL {
    /// The path in the form of the file system.
    var filePath: String { path(percentEncoded: false) }
}
