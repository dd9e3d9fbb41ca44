import ipaddr from 'ipaddr.js'

const prefix = 64

/**
 * The visitor that limits count an address as: the IPv4 address itself, also where it arrives mapped into IPv6, and of
 * IPv6 its network of 64 bits, all of whose addresses one visitor can use. A connection that was reset has no address.
 */
export function visitorOf(address: string | undefined): string {
  if (address === undefined) return 'gone'
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${prefix}`).toString()}/${prefix}`
}
