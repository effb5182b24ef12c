/// The fixed list of files that the tool writes. It does not depend on the schema, because SwiftPM plans a build once.
enum GeneratedFiles {
    static let names = (0..<16).map { "Content\($0).generated.swift" } + ["ContentSchema.generated.swift"]
}
