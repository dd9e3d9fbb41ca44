import ipaddr from 'ipaddr.js'

/** What an address is counted as: itself, or of IPv6 its network of 64 bits, whose addresses are all one visitor's. */
export function placeOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  return Buffer.from(ipaddr.process(address).toByteArray().slice(0, 8)).toString('hex')
}
