// The settings and errors that engines with several nodes share.
@_exported public import QuireCluster
