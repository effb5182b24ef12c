// Tests that use these also need seeds.
@_exported import Seeds
