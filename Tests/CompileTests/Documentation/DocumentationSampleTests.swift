import Testing

/// The code in doc comments compiles in an app.
@Suite("Documentation: samples in doc comments")
struct DocumentationSampleTests {
    /// All samples in one file, each in a separate function; the first error of each.
    private static let errors = Result {
        var source = try DocumentedCode.declarations + DocumentedContent.source()
        var line = source.split(separator: "\n", omittingEmptySubsequences: false).count
        var lines: [ClosedRange<Int>] = []
        for (index, sample) in compiled.enumerated() {
            let library = PublicClosures.layers.contains(sample.library) ? "Quire" : sample.library
            let opening =
                "extension \(library)Samples { @MainActor static func f\(index)() async throws {"
            let function = [opening] + sample.body + ["} }", ""]
            source += function.joined(separator: "\n")
            lines.append(line...(line + function.count - 2))
            line += function.count - 1
        }
        let errors = try Compiler().check(source, flags: ["-swift-version", "6", "-parse-as-library"]).errors
        let places = lines.map { range in errors.keys.filter(range.contains).min().flatMap { errors[$0] } }
        let ofSamples = Set(lines.joined())
        return (samples: places, others: errors.filter { !ofSamples.contains($0.key) })
    }

    private static let compiled = DocumentationSample.all.filter {
        $0.language == "swift" && !$0.isOfPackage && UncompiledSample.of($0) == nil
    }

    @Test("Every code block names its language")
    func languages() {
        #expect(DocumentationSample.all.count > 200, "the doc comments were not understood")
        for sample in DocumentationSample.all {
            #expect(["swift", "json", "text"].contains(sample.language), "\(sample.place)")
        }
    }

    @Test("The declarations that samples use compile")
    func declarations() throws {
        let errors = try Self.errors.get().others
        #expect(errors.isEmpty, "\(errors)")
    }

    @Test("A sample in a doc comment compiles", arguments: compiled.indices)
    func sample(_ index: Int) throws {
        let sample = Self.compiled[index]
        let error = try Self.errors.get().samples[index]
        #expect(error == nil, "Sources/\(sample.place)")
    }

    @Test("The few samples that are not compiled have a reason", arguments: UncompiledSample.all)
    func uncompiled(_ exception: UncompiledSample) {
        #expect(DocumentationSample.all.count { UncompiledSample.of($0) == exception } == 1)
        #expect(UncompiledSample.all.count <= 18, "more samples than ever are not compiled")
    }
}
