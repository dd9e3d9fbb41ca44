import ipaddr from 'ipaddr.js'

const prefix = 64

/**
 * The visitor key of an address for limits: the IPv4 address, also if mapped into IPv6, or the /64 network of
 * an IPv6 address, which one visitor can use entirely. A connection that was reset has no address. A proxy may
 * forward an address with its port (RFC 7239, section 6), which differs for each connection; addresses that are
 * not IP addresses share one key.
 */
export function ipBucket(address: string | undefined): string {
  if (address === undefined) return 'gone'
  const plain = withoutPort(address)
  if (!ipaddr.isValid(plain)) return 'unreadable'
  const parsed = ipaddr.process(plain)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${prefix}`).toString()}/${prefix}`
}

/** The address in "192.0.2.1:443", "[2001:db8::1]:443" or "[2001:db8::1]". */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? []
  return ipv6 ?? ipv4 ?? address
}
