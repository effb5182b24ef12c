/// The language whose rules apply when letters are folded.
enum FoldingLanguage: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Most languages.
    case common
    /// Turkish and Azerbaijani, where i and ı are two letters.
    case turkic

    /// - Parameter locale: A language code, with or without a region: `tr`, `tr-TR`, `az_Latn_AZ`.
    init(locale: String?) {
        let language = locale?.split { $0 == "-" || $0 == "_" }.first?.lowercased()
        self = language == "tr" || language == "az" ? .turkic : .common
    }

    var description: String { rawValue }
}
