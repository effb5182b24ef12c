import Testing

/// The C library has another name on each platform: a file that imports one of them must import them all.
@Suite struct SystemLibraryTests {
    private static let names = ["Darwin", "Glibc", "Musl", "Android", "WASILibc"]

    @Test("A file that imports the C library does so under all its names")
    func everyName() {
        var found = 0
        for file in Repository.shipped {
            let imported = Set(
                file.code.compactMap { line in
                    Self.names.first { line.text.hasSuffix("import \($0)") }
                })
            guard !imported.isEmpty, imported != ["Darwin"] else { continue }
            found += 1
            #expect(
                imported == Set(Self.names),
                "\(file.path) lacks \(Set(Self.names).subtracting(imported).sorted())")
        }
        #expect(found > 0)
    }
}
