// Whoever draws with these draws from a seed.
@_exported import Seeds
