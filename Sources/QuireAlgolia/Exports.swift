// The settings and errors that engines over several nodes share.
@_exported public import QuireCluster
