extension ConformanceCheck {
    /// The whole suite, in the order of execution.
    static let all: [ConformanceCheck] =
        FilterChecks.all + MemberChecks.all + PagingChecks.all + TextChecks.all + FacetChecks.all
        + DraftChecks.all
        + AggregateChecks.all + ItemChecks.all + RelatedChecks.all + HostileChecks.all
}
