/**
 * Which IP addresses lie on the public internet. Everything else is refused, by an allowlist for IPv6 (global unicast) and the
 * IANA special-purpose registries (RFC 6890 and its successors) for the rest.
 */
import { BlockList, isIP } from 'node:net'

const special = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Public, but on Azure it is the machine's own host.
  ['168.63.129.16', 32],
] as const)
  special.addSubnet(net, bits, 'ipv4')

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
/** Inside global unicast, but tunnels to IPv4 addresses (Teredo, 6to4), protocol assignments and documentation. */
const special6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special6.addSubnet(net, bits, 'ipv6')

/** Mapped (`::ffff:…`), NAT64 and compatible forms of IPv4 lie outside global unicast and are refused whatever they map to. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  if (version !== 6 || address.includes('%')) return false
  return globalUnicast.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}
