import ipaddr from 'ipaddr.js'

/** Loopback, private, shared (RFC 6598) and link-local addresses. */
const privateRanges: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'carrierGradeNat',
  'linkLocal',
  'uniqueLocal',
])
/** Names that no public name server knows: of one label, or below a domain that is reserved for internal use. */
const privateName = /^[a-z0-9-]+$|\.(internal|local|svc|home\.arpa)$/i

const withoutBrackets = (host: string) => host.replace(/^\[|\]$/g, '')

/** The range of an address as ipaddr.js names it; undefined for a name. */
function findRange(host: string): string | undefined {
  const bare = withoutBrackets(host)
  return ipaddr.isValid(bare) ? ipaddr.process(bare).range() : undefined
}

/** Whether a host is this machine only. A name other than "localhost" may resolve to any machine. */
export const isLoopback = (host: string): boolean =>
  withoutBrackets(host) === 'localhost' || findRange(host) === 'loopback'

/** Whether a host is a name of one label, as containers of one machine have. */
export const isContainerName = (host: string): boolean => findRange(host) === undefined && !host.includes('.')

/** Whether a host has a private address, or a name that only a private network knows. Names are not resolved. */
export function isPrivateHost(host: string): boolean {
  const range = findRange(host)
  return range === undefined ? privateName.test(host) : privateRanges.has(range)
}

/** Whether a server that listens on this host accepts connections at every address of the machine. */
export const isEveryAddress = (host: string): boolean => findRange(host) === 'unspecified'
