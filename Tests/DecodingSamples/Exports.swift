// Samples are drawn from a seed.
@_exported import Seeds
