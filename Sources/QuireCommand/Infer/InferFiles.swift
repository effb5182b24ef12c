import Foundation
import QuireSchema

/// Finds the files of an inference, with the modules that they are named after.
enum InferFiles {
    static func files(_ paths: [String], module: String?) throws -> [Inference.File] {
        var files: [Inference.File] = []
        for path in paths {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw DataFiles.Failure(
                    description: "\(path): there is no such file or folder. Check the path.")
            }
            for file in isFolder.boolValue ? try entries(of: path) : [path] {
                files.append(.init(path: file, module: module ?? DataFormat.moduleName(of: file)))
            }
        }
        for file in files where file.module.isEmpty || file.module.unicodeScalars.count > 256 {
            throw DataFiles.Failure(
                description: "\(file.path): the file's name cannot name a module. Name it: --module <name>")
        }
        return files
    }

    private static func entries(of folder: String) throws -> [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let names = entries.filter { name in
            !name.hasPrefix(".") && DataFormat.endings.contains { name.lowercased().hasSuffix($0) }
        }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let files = names.map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
        if files.isEmpty {
            throw DataFiles.Failure(
                description: "\(folder): the folder has no file that ends in "
                    + DataFormat.endings.joined(separator: ", ") + ". Name the files instead.")
        }
        return files
    }
}
