import ipaddr from 'ipaddr.js'

const prefix = 64

/**
 * The visitor key of an address for limits: the IPv4 address, also if mapped into IPv6, or the /64 network of
 * an IPv6 address, which one visitor can use entirely. A connection that was reset has no address.
 */
export function ipBucket(address: string | undefined): string {
  if (address === undefined) return 'gone'
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${prefix}`).toString()}/${prefix}`
}
