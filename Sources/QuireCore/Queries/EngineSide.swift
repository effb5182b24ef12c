/// One of two engines that stand in for each other: the one on the network, or its mirror on this device.
package enum EngineSide: Sendable, Hashable { case remote, local }
