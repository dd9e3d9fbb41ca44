import type { Definition } from '../search-definitions.ts'
import type { NearestProvider } from './create-bounded-heap.ts'
import type { CachedIndex } from './provider-index-cache.ts'

/** An upper bound for the text around that of a provider, such as its distance, without what depends on its network. */
const mostBytesBetween = 64

/**
 * Completes the JSON texts that `providerJson` in roster/provider-row.ts stored, in one buffer. Tax IDs are in it only for
 * networks that show them. Returns undefined if a text is missing.
 */
export function writeResults(
  { index, texts }: CachedIndex,
  networks: Definition['networks'],
  nearest: readonly NearestProvider[],
): Buffer | undefined {
  const fields = new Map(networks.map((network) => [network.code, networkFieldsText(network)]))
  let most = '[]'.length
  for (const { providerNumber } of nearest) {
    const field = fields.get(index.getNetworkCode(providerNumber))
    const bytes = field && texts.measure(providerNumber, field.showsTaxId)
    if (!field || bytes === undefined) return undefined
    most += bytes + field.bytes + mostBytesBetween
  }
  const target = Buffer.allocUnsafe(most)
  let at = target.write('[')
  for (const { providerNumber, distance } of nearest) {
    const { text = '', showsTaxId = false } = fields.get(index.getNetworkCode(providerNumber)) ?? {}
    at = texts.copyJson(providerNumber, target, at)
    at += target.write(`,"distance":${distance}${text}`, at)
    if (showsTaxId) {
      at = texts.copyTin(providerNumber, target, at)
      at += target.write('},', at)
    }
  }
  // The last comma is followed by nothing.
  if (nearest.length > 0) at -= 1
  at += target.write(']', at)
  return target.subarray(0, at)
}

/** The text after the distance, up to the tax ID if the network shows it. */
function networkFieldsText({ label, showsTaxId }: Definition['networks'][number]) {
  const text = `,"network":${JSON.stringify(label)},"tin":${showsTaxId ? '' : 'null},'}`
  return { text, showsTaxId, bytes: Buffer.byteLength(text) }
}
