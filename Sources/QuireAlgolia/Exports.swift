// What the engines for search clusters share: nodes, preparing, loading.
@_exported public import QuireCluster
@_exported public import QuireRemote
