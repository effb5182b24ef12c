/// The operators that the schema allows on a field.
///
/// There is one marker protocol per operator. The `Forbids…` twins exist so that using an operator that the schema does
/// not allow produces a clear message instead of a failed conversion.
public protocol OperatorSet {}

public protocol AllowsEqual: OperatorSet {}
public protocol AllowsNotEqual: OperatorSet {}
public protocol AllowsLess: OperatorSet {}
public protocol AllowsLessOrEqual: OperatorSet {}
public protocol AllowsGreater: OperatorSet {}
public protocol AllowsGreaterOrEqual: OperatorSet {}
public protocol AllowsIn: OperatorSet {}
public protocol AllowsNotIn: OperatorSet {}
public protocol AllowsLike: OperatorSet {}
public protocol AllowsContains: OperatorSet {}
public protocol AllowsHasPrefix: OperatorSet {}
public protocol AllowsHasSuffix: OperatorSet {}
public protocol AllowsBetween: OperatorSet {}
public protocol AllowsNear: OperatorSet {}
public protocol AllowsWithin: OperatorSet {}
public protocol AllowsSort: OperatorSet {}
public protocol AllowsFacet: OperatorSet {}
public protocol AllowsSearch: OperatorSet {}

public protocol ForbidsEqual: OperatorSet {}
public protocol ForbidsNotEqual: OperatorSet {}
public protocol ForbidsLess: OperatorSet {}
public protocol ForbidsLessOrEqual: OperatorSet {}
public protocol ForbidsGreater: OperatorSet {}
public protocol ForbidsGreaterOrEqual: OperatorSet {}
public protocol ForbidsIn: OperatorSet {}
public protocol ForbidsNotIn: OperatorSet {}
public protocol ForbidsLike: OperatorSet {}
public protocol ForbidsContains: OperatorSet {}
public protocol ForbidsHasPrefix: OperatorSet {}
public protocol ForbidsHasSuffix: OperatorSet {}
public protocol ForbidsBetween: OperatorSet {}
public protocol ForbidsSort: OperatorSet {}
public protocol ForbidsFacet: OperatorSet {}
public protocol ForbidsSearch: OperatorSet {}
