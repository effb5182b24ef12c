import Foundation
import PackagePlugin

/// Where a target's schema is, and what SwiftPM has to watch for it.
struct SchemaPlace {
    /// What the tool reads: folders, or files one by one.
    var schemas: [URL]
    /// The files that are there now; the tool looks again when it runs.
    var files: [URL]
    /// Whether the files are below the target's own folder.
    var isInTarget: Bool

    /// The schema of a target: its own JSON files, or those of its `Schema` folder, or the package's `Schema` folder.
    static func find(target: URL, package: URL) -> SchemaPlace? {
        let inTarget = target.appending(path: "Schema", directoryHint: .isDirectory)
        let inPackage = package.appending(path: "Schema", directoryHint: .isDirectory)
        if let place = folder(inTarget, isInTarget: true) { return place }
        if target.lastPathComponent == "Schema", let place = folder(target, isInTarget: true) { return place }
        let own = jsonFiles(in: target, deep: false)
        if !own.isEmpty { return SchemaPlace(schemas: own, files: own, isInTarget: true) }
        return folder(inPackage, isInTarget: false)
    }

    /// A folder as a schema; `nil` where it has no JSON file.
    static func folder(_ folder: URL, isInTarget: Bool) -> SchemaPlace? {
        let files = jsonFiles(in: folder, deep: true)
        return files.isEmpty ? nil : SchemaPlace(schemas: [folder], files: files, isInTarget: isInTarget)
    }

    /// The JSON files of a folder, hidden ones left out, in a fixed order.
    private static func jsonFiles(in folder: URL, deep: Bool) -> [URL] {
        // A linked folder is looked into, but named as the package names it, or SwiftPM takes its files for others.
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

    /// What to tell somebody whose target has none.
    static func missing(target name: String, folder: URL) -> String {
        """
        the target '\(name)' uses QuirePlugin and has no schema. Put a JSON document into its folder \
        (\(folder.path(percentEncoded: false))), into a folder 'Schema' in it, or into a folder 'Schema' at the root \
        of the package. It begins like this: { "quire": 1, "modules": [] }
        """
    }
}

extension URL {
    /// The path as the file system has it.
    var filePath: String { path(percentEncoded: false) }
}
