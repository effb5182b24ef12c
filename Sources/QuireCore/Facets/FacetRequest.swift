/// A facet that is wanted beside the items: how many of them have which value of a field.
///
/// Of a hierarchical facet every beginning of a path is counted too, each item once: `Fiction > Fantasy` counts for
/// `Fiction`.
public struct FacetRequest: Sendable, Hashable {
    /// The wire name of a field that the schema marks as a facet.
    public var field: String
    /// How many values are wanted, the most frequent first: 1 to 1,000.
    public var maximumValues: Int
    /// Whether the field's own refinements are left out of the counting, so that its other values keep their counts.
    public var isDisjunctive: Bool
    /// Words that a value has to have, the last one as a prefix; of a path, its last name has to have them. `nil`, or no
    /// word in it: every value. Only of texts.
    ///
    /// The values are looked through before the limit: all of them in memory, in a store and in Typesense; the 10,000
    /// most frequent ones in OpenSearch and the 1,000 most frequent ones in Algolia, beyond which the answer is not
    /// exhaustive.
    public var matching: String?
    /// Of a hierarchical facet: the paths whose children are wanted, besides the top level; `nil`: every path.
    public var openPaths: [String]?

    public init(_ field: String, maximumValues: Int = 100, isDisjunctive: Bool = false) {
        self.field = field
        self.maximumValues = maximumValues
        self.isDisjunctive = isDisjunctive
    }
}
