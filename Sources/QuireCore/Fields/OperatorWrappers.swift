// What a field supports besides filtering, wrapped around its operator set: `Sortable<TextOperators>`,
// `Searchable<Facetable<Sortable<TextOperators>>>`. A wrapper forwards every marker of the set that it wraps.

/// An operator set of a field that queries can sort by.
public enum Sortable<Base: OperatorSet>: AllowsSort {}

/// An operator set of a field that can be used as a facet.
public enum Facetable<Base: OperatorSet>: AllowsFacet {}

/// An operator set of a field that is searchable.
public enum Searchable<Base: OperatorSet>: AllowsSearch {}

extension Sortable: AllowsEqual where Base: AllowsEqual {}
extension Sortable: AllowsNotEqual where Base: AllowsNotEqual {}
extension Sortable: AllowsLess where Base: AllowsLess {}
extension Sortable: AllowsLessOrEqual where Base: AllowsLessOrEqual {}
extension Sortable: AllowsGreater where Base: AllowsGreater {}
extension Sortable: AllowsGreaterOrEqual where Base: AllowsGreaterOrEqual {}
extension Sortable: AllowsIn where Base: AllowsIn {}
extension Sortable: AllowsNotIn where Base: AllowsNotIn {}
extension Sortable: AllowsLike where Base: AllowsLike {}
extension Sortable: AllowsContains where Base: AllowsContains {}
extension Sortable: AllowsHasPrefix where Base: AllowsHasPrefix {}
extension Sortable: AllowsHasSuffix where Base: AllowsHasSuffix {}
extension Sortable: AllowsBetween where Base: AllowsBetween {}
extension Sortable: AllowsNear where Base: AllowsNear {}
extension Sortable: AllowsWithin where Base: AllowsWithin {}
extension Sortable: AllowsFacet where Base: AllowsFacet {}
extension Sortable: AllowsSearch where Base: AllowsSearch {}
extension Sortable: ForbidsEqual where Base: ForbidsEqual {}
extension Sortable: ForbidsNotEqual where Base: ForbidsNotEqual {}
extension Sortable: ForbidsLess where Base: ForbidsLess {}
extension Sortable: ForbidsLessOrEqual where Base: ForbidsLessOrEqual {}
extension Sortable: ForbidsGreater where Base: ForbidsGreater {}
extension Sortable: ForbidsGreaterOrEqual where Base: ForbidsGreaterOrEqual {}
extension Sortable: ForbidsIn where Base: ForbidsIn {}
extension Sortable: ForbidsNotIn where Base: ForbidsNotIn {}
extension Sortable: ForbidsLike where Base: ForbidsLike {}
extension Sortable: ForbidsContains where Base: ForbidsContains {}
extension Sortable: ForbidsHasPrefix where Base: ForbidsHasPrefix {}
extension Sortable: ForbidsHasSuffix where Base: ForbidsHasSuffix {}
extension Sortable: ForbidsBetween where Base: ForbidsBetween {}
extension Sortable: ForbidsFacet where Base: ForbidsFacet {}
extension Sortable: ForbidsSearch where Base: ForbidsSearch {}

extension Facetable: AllowsEqual where Base: AllowsEqual {}
extension Facetable: AllowsNotEqual where Base: AllowsNotEqual {}
extension Facetable: AllowsLess where Base: AllowsLess {}
extension Facetable: AllowsLessOrEqual where Base: AllowsLessOrEqual {}
extension Facetable: AllowsGreater where Base: AllowsGreater {}
extension Facetable: AllowsGreaterOrEqual where Base: AllowsGreaterOrEqual {}
extension Facetable: AllowsIn where Base: AllowsIn {}
extension Facetable: AllowsNotIn where Base: AllowsNotIn {}
extension Facetable: AllowsLike where Base: AllowsLike {}
extension Facetable: AllowsContains where Base: AllowsContains {}
extension Facetable: AllowsHasPrefix where Base: AllowsHasPrefix {}
extension Facetable: AllowsHasSuffix where Base: AllowsHasSuffix {}
extension Facetable: AllowsBetween where Base: AllowsBetween {}
extension Facetable: AllowsNear where Base: AllowsNear {}
extension Facetable: AllowsWithin where Base: AllowsWithin {}
extension Facetable: AllowsSort where Base: AllowsSort {}
extension Facetable: AllowsSearch where Base: AllowsSearch {}
extension Facetable: ForbidsEqual where Base: ForbidsEqual {}
extension Facetable: ForbidsNotEqual where Base: ForbidsNotEqual {}
extension Facetable: ForbidsLess where Base: ForbidsLess {}
extension Facetable: ForbidsLessOrEqual where Base: ForbidsLessOrEqual {}
extension Facetable: ForbidsGreater where Base: ForbidsGreater {}
extension Facetable: ForbidsGreaterOrEqual where Base: ForbidsGreaterOrEqual {}
extension Facetable: ForbidsIn where Base: ForbidsIn {}
extension Facetable: ForbidsNotIn where Base: ForbidsNotIn {}
extension Facetable: ForbidsLike where Base: ForbidsLike {}
extension Facetable: ForbidsContains where Base: ForbidsContains {}
extension Facetable: ForbidsHasPrefix where Base: ForbidsHasPrefix {}
extension Facetable: ForbidsHasSuffix where Base: ForbidsHasSuffix {}
extension Facetable: ForbidsBetween where Base: ForbidsBetween {}
extension Facetable: ForbidsSort where Base: ForbidsSort {}
extension Facetable: ForbidsSearch where Base: ForbidsSearch {}

extension Searchable: AllowsEqual where Base: AllowsEqual {}
extension Searchable: AllowsNotEqual where Base: AllowsNotEqual {}
extension Searchable: AllowsLess where Base: AllowsLess {}
extension Searchable: AllowsLessOrEqual where Base: AllowsLessOrEqual {}
extension Searchable: AllowsGreater where Base: AllowsGreater {}
extension Searchable: AllowsGreaterOrEqual where Base: AllowsGreaterOrEqual {}
extension Searchable: AllowsIn where Base: AllowsIn {}
extension Searchable: AllowsNotIn where Base: AllowsNotIn {}
extension Searchable: AllowsLike where Base: AllowsLike {}
extension Searchable: AllowsContains where Base: AllowsContains {}
extension Searchable: AllowsHasPrefix where Base: AllowsHasPrefix {}
extension Searchable: AllowsHasSuffix where Base: AllowsHasSuffix {}
extension Searchable: AllowsBetween where Base: AllowsBetween {}
extension Searchable: AllowsNear where Base: AllowsNear {}
extension Searchable: AllowsWithin where Base: AllowsWithin {}
extension Searchable: AllowsSort where Base: AllowsSort {}
extension Searchable: AllowsFacet where Base: AllowsFacet {}
extension Searchable: ForbidsEqual where Base: ForbidsEqual {}
extension Searchable: ForbidsNotEqual where Base: ForbidsNotEqual {}
extension Searchable: ForbidsLess where Base: ForbidsLess {}
extension Searchable: ForbidsLessOrEqual where Base: ForbidsLessOrEqual {}
extension Searchable: ForbidsGreater where Base: ForbidsGreater {}
extension Searchable: ForbidsGreaterOrEqual where Base: ForbidsGreaterOrEqual {}
extension Searchable: ForbidsIn where Base: ForbidsIn {}
extension Searchable: ForbidsNotIn where Base: ForbidsNotIn {}
extension Searchable: ForbidsLike where Base: ForbidsLike {}
extension Searchable: ForbidsContains where Base: ForbidsContains {}
extension Searchable: ForbidsHasPrefix where Base: ForbidsHasPrefix {}
extension Searchable: ForbidsHasSuffix where Base: ForbidsHasSuffix {}
extension Searchable: ForbidsBetween where Base: ForbidsBetween {}
extension Searchable: ForbidsSort where Base: ForbidsSort {}
extension Searchable: ForbidsFacet where Base: ForbidsFacet {}
