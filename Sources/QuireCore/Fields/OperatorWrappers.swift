// What a field supports besides filtering, wrapped around its operator set: `Sortable<TextOperators>`,
// `Searchable<Facetable<Sortable<TextOperators>>>`. A wrapper has the other operators of the set that it wraps.

/// An operator set of a field that queries can sort by.
@_documentation(visibility: internal)
public enum Sortable<Base: OperatorSet>: OperatorSet {
    public typealias Sort = AllowedOperator

    public typealias Equal = Base.Equal
    public typealias NotEqual = Base.NotEqual
    public typealias Less = Base.Less
    public typealias LessOrEqual = Base.LessOrEqual
    public typealias Greater = Base.Greater
    public typealias GreaterOrEqual = Base.GreaterOrEqual
    public typealias In = Base.In
    public typealias NotIn = Base.NotIn
    public typealias Like = Base.Like
    public typealias Contains = Base.Contains
    public typealias HasPrefix = Base.HasPrefix
    public typealias HasSuffix = Base.HasSuffix
    public typealias Between = Base.Between
    public typealias Near = Base.Near
    public typealias Within = Base.Within
    public typealias Facet = Base.Facet
    public typealias Search = Base.Search
    public typealias FieldComparison = Base.FieldComparison
}

/// An operator set of a field that can be used as a facet.
@_documentation(visibility: internal)
public enum Facetable<Base: OperatorSet>: OperatorSet {
    public typealias Facet = AllowedOperator

    public typealias Equal = Base.Equal
    public typealias NotEqual = Base.NotEqual
    public typealias Less = Base.Less
    public typealias LessOrEqual = Base.LessOrEqual
    public typealias Greater = Base.Greater
    public typealias GreaterOrEqual = Base.GreaterOrEqual
    public typealias In = Base.In
    public typealias NotIn = Base.NotIn
    public typealias Like = Base.Like
    public typealias Contains = Base.Contains
    public typealias HasPrefix = Base.HasPrefix
    public typealias HasSuffix = Base.HasSuffix
    public typealias Between = Base.Between
    public typealias Near = Base.Near
    public typealias Within = Base.Within
    public typealias Sort = Base.Sort
    public typealias Search = Base.Search
    public typealias FieldComparison = Base.FieldComparison
}

/// An operator set of a field that is searchable.
@_documentation(visibility: internal)
public enum Searchable<Base: OperatorSet>: OperatorSet {
    public typealias Search = AllowedOperator

    public typealias Equal = Base.Equal
    public typealias NotEqual = Base.NotEqual
    public typealias Less = Base.Less
    public typealias LessOrEqual = Base.LessOrEqual
    public typealias Greater = Base.Greater
    public typealias GreaterOrEqual = Base.GreaterOrEqual
    public typealias In = Base.In
    public typealias NotIn = Base.NotIn
    public typealias Like = Base.Like
    public typealias Contains = Base.Contains
    public typealias HasPrefix = Base.HasPrefix
    public typealias HasSuffix = Base.HasSuffix
    public typealias Between = Base.Between
    public typealias Near = Base.Near
    public typealias Within = Base.Within
    public typealias Sort = Base.Sort
    public typealias Facet = Base.Facet
    public typealias FieldComparison = Base.FieldComparison
}
