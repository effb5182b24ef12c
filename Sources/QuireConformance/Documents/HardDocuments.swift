import QuireCore

/// The table of hard documents: every hard value of every kind is in some document. A suite of plain documents has those
/// with ordinary values in its place.
enum HardDocuments {
    /// Whether the running suite has plain documents.
    @TaskLocal static var arePlain = false

    static var table: DocumentTable { arePlain ? plain : hard }

    private static let hard = DocumentTable(
        SamplesModule.descriptor, lines: (0..<count).map { line($0, \.json, isPlain: false) },
        tidyLines: (0..<count).map { line($0, \.tidy, isPlain: false) })

    private static let plain: DocumentTable = {
        let lines = (0..<count).map { line($0, \.json, isPlain: true) }
        return DocumentTable(SamplesModule.descriptor, lines: lines, tidyLines: lines)
    }()

    static let count = max(HardValues.texts.count, 60)

    static var ids: [String] { (0..<count).map { id($0, isPlain: arePlain) } }

    static var instances: [JSONValue] { table.instances }

    private static func line(_ row: Int, _ form: (HardValue) -> String?, isPlain: Bool) -> String {
        func isUsed(_ value: HardValue) -> Bool { !isPlain || value.isPlain }
        var values: [String] = []
        for (position, field) in SamplesModule.descriptor.fields.fields.enumerated() {
            let candidates = HardValues.of(field.kind).filter(isUsed)
            // Each field cycles through its values at a different rate, so that they meet in many combinations.
            if let value = form(candidates[(row + position * position) % candidates.count]) {
                values.append("\(jsonText(field.name)):\(value)")
            }
        }
        let dates = HardValues.milliseconds.filter {
            $0.json == $0.tidy && $0.json != "1.5e3" && isUsed($0)
        }
        func date(_ shift: Int) -> String { dates[(row * 3 + shift) % dates.count].json ?? "null" }
        let names = HardValues.texts.compactMap { $0.json == $0.tidy && isUsed($0) ? $0.json : nil }
        let people = [#""Ann""#, #""ann""#, "null", isPlain ? #""Bob""# : #""O'Neil""#]
        let tags = [
            "[]", #"[{"name":"brand","value":"A"}]"#, #"[{"name":"brand","value":"A"},{"name":"new"}]"#,
            "null",
        ]
        return """
            {"id":\(jsonText(id(row, isPlain: isPlain))),"name":\(names[row % names.count]),"module":"0123456789abcdef01234567",\
            "revision":\(row % 4),"customerId":1,"createdBy":\(people[row % 4]),"updatedBy":\(people[(row / 4) % 4]),\
            "createdAt":\(date(0)),"updatedAt":\(date(1)),"publishedAt":\(date(2)),"archivedAt":\(date(4)),\
            "removedAt":\(date(7)),"deletedAt":null,"tags":\(tags[row % 4]),"values":{\(values.joined(separator: ","))}}
            """
    }

    /// Ids whose UTF-8 order differs from the order of the rows; a few contain characters that need escaping.
    private static func id(_ row: Int, isPlain: Bool) -> String {
        switch isPlain ? 0 : row {
        case 3: "it's"
        case 4: "a\"b"
        case 5: "caf\u{E9}"
        case 6: "cafe\u{301}"
        case 7: "日本語"
        case 8: "a,b;c"
        default: String((row * 37 + 11) % 101, radix: 16) + "-" + String(row)
        }
    }
}
