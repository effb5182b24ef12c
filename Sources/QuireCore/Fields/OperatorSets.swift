// The operator sets that most fields use. A set names both what it allows and what it forbids, so that the compiler
// can explain a mistake (see `KeyPathOperators.swift`).
//
// For the generator: these are the schema's default sets. A field with another combination needs its own set, which
// conforms to `Allows…` for what it has and to `Forbids…` for what it lacks (near and within have no Forbids twin).
// Every unwrapped set conforms to ForbidsSort, ForbidsFacet and ForbidsSearch. `==` on a list compares with `nil` only,
// because its `=` is `AllowsContains`.

/// Texts: equality, membership and matching. No ordering, because it goes by bytes and is rarely what you want.
public enum TextOperators:
    AllowsEqual, AllowsNotEqual, AllowsIn, AllowsNotIn, AllowsLike, AllowsContains, AllowsHasPrefix,
    AllowsHasSuffix, ForbidsLess, ForbidsLessOrEqual, ForbidsGreater, ForbidsGreaterOrEqual,
    ForbidsBetween, ForbidsSort, ForbidsFacet, ForbidsSearch
{}

/// Texts with ordering (by UTF-8 bytes).
public enum OrderedTextOperators:
    AllowsEqual, AllowsNotEqual, AllowsLess, AllowsLessOrEqual, AllowsGreater, AllowsGreaterOrEqual,
    AllowsIn, AllowsNotIn, AllowsLike, AllowsContains, AllowsHasPrefix, AllowsHasSuffix, AllowsBetween,
    ForbidsSort, ForbidsFacet, ForbidsSearch
{}

/// Long texts and markup: matching only.
public enum LongTextOperators:
    AllowsLike, AllowsContains, AllowsHasPrefix, AllowsHasSuffix, ForbidsEqual, ForbidsNotEqual,
    ForbidsLess, ForbidsLessOrEqual, ForbidsGreater, ForbidsGreaterOrEqual, ForbidsIn, ForbidsNotIn,
    ForbidsBetween, ForbidsSort, ForbidsFacet, ForbidsSearch
{}

/// Integers and numbers.
public enum NumberOperators:
    AllowsEqual, AllowsNotEqual, AllowsLess, AllowsLessOrEqual, AllowsGreater, AllowsGreaterOrEqual,
    AllowsIn, AllowsNotIn, AllowsBetween, ForbidsLike, ForbidsContains, ForbidsHasPrefix,
    ForbidsHasSuffix, ForbidsSort, ForbidsFacet, ForbidsSearch
{}

/// Booleans: equality only.
public enum BooleanOperators:
    AllowsEqual, AllowsNotEqual, ForbidsLess, ForbidsLessOrEqual, ForbidsGreater, ForbidsGreaterOrEqual,
    ForbidsIn, ForbidsNotIn, ForbidsLike, ForbidsContains, ForbidsHasPrefix, ForbidsHasSuffix,
    ForbidsBetween, ForbidsSort, ForbidsFacet, ForbidsSearch
{}

/// Dates and times, compared to the millisecond.
public enum DateOperators:
    AllowsEqual, AllowsNotEqual, AllowsLess, AllowsLessOrEqual, AllowsGreater, AllowsGreaterOrEqual,
    AllowsIn, AllowsNotIn, AllowsBetween, ForbidsLike, ForbidsContains, ForbidsHasPrefix,
    ForbidsHasSuffix, ForbidsSort, ForbidsFacet, ForbidsSearch
{}

/// Choices and colours: equality and membership.
public enum ChoiceOperators:
    AllowsEqual, AllowsNotEqual, AllowsIn, AllowsNotIn, ForbidsLess, ForbidsLessOrEqual, ForbidsGreater,
    ForbidsGreaterOrEqual, ForbidsLike, ForbidsContains, ForbidsHasPrefix, ForbidsHasSuffix,
    ForbidsBetween, ForbidsSort, ForbidsFacet, ForbidsSearch
{}

/// Links and media: equality, membership and matching of the link's text.
public enum URLOperators:
    AllowsEqual, AllowsNotEqual, AllowsIn, AllowsNotIn, AllowsLike, AllowsContains, AllowsHasPrefix,
    AllowsHasSuffix, ForbidsLess, ForbidsLessOrEqual, ForbidsGreater, ForbidsGreaterOrEqual,
    ForbidsBetween, ForbidsSort, ForbidsFacet, ForbidsSearch
{}

/// Lists: tests for equal elements.
public enum ListOperators:
    AllowsIn, AllowsNotIn, AllowsContains, ForbidsEqual, ForbidsNotEqual, ForbidsLess,
    ForbidsLessOrEqual, ForbidsGreater, ForbidsGreaterOrEqual, ForbidsLike, ForbidsHasPrefix,
    ForbidsHasSuffix, ForbidsBetween, ForbidsSort, ForbidsFacet, ForbidsSearch
{}

/// Lists of ordered values: an ordering is true if any element satisfies it.
public enum OrderedListOperators:
    AllowsLess, AllowsLessOrEqual, AllowsGreater, AllowsGreaterOrEqual, AllowsIn, AllowsNotIn,
    AllowsContains, AllowsBetween, ForbidsEqual, ForbidsNotEqual, ForbidsLike, ForbidsHasPrefix,
    ForbidsHasSuffix, ForbidsSort, ForbidsFacet, ForbidsSearch
{}

/// Points on the Earth: near a point, within a box.
public enum GeoOperators:
    AllowsNear, AllowsWithin, ForbidsEqual, ForbidsNotEqual, ForbidsLess, ForbidsLessOrEqual,
    ForbidsGreater, ForbidsGreaterOrEqual, ForbidsIn, ForbidsNotIn, ForbidsLike, ForbidsContains,
    ForbidsHasPrefix, ForbidsHasSuffix, ForbidsBetween, ForbidsSort, ForbidsFacet, ForbidsSearch
{}

/// Relations to one item: equality and membership of ids.
public enum RelationOperators:
    AllowsEqual, AllowsNotEqual, AllowsIn, AllowsNotIn, ForbidsLess, ForbidsLessOrEqual, ForbidsGreater,
    ForbidsGreaterOrEqual, ForbidsLike, ForbidsContains, ForbidsHasPrefix, ForbidsHasSuffix,
    ForbidsBetween, ForbidsSort, ForbidsFacet, ForbidsSearch
{}

/// Fields that filters can only test for a value.
public enum NoOperators:
    ForbidsEqual, ForbidsNotEqual, ForbidsLess, ForbidsLessOrEqual, ForbidsGreater,
    ForbidsGreaterOrEqual, ForbidsIn, ForbidsNotIn, ForbidsLike, ForbidsContains, ForbidsHasPrefix,
    ForbidsHasSuffix, ForbidsBetween, ForbidsSort, ForbidsFacet, ForbidsSearch
{}
