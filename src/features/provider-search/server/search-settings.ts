import { problem } from '#platform/server/problem.ts'
import type { SearchInfo } from '../contract.ts'
import { messages } from '../messages.ts'
import type { Definition } from './definitions.ts'
import { searchMessages } from './search-messages.ts'

type Network = Definition['networks'][number]

/** The search definition as the page needs it, with the name of this client or "Public". */
export function toSearchInfo(definition: Definition, clientName: string): SearchInfo {
  const { code, name, title, key, isVOB, unit, feedback, networks } = definition
  const codesOfNetworks = (holds: (network: Network) => boolean) =>
    networks.filter(holds).map((network) => network.code)
  return {
    code,
    name,
    title,
    url: `/${key}`,
    isVOB,
    unit,
    feedback,
    clientName,
    networks: Object.fromEntries(networks.map((network) => [network.code, network.label])),
    families: Object.fromEntries(networks.map((network) => [network.code, network.family])),
    taxIdNetworks: codesOfNetworks(({ showsTaxId }) => showsTaxId),
    emailNetworks: codesOfNetworks(({ offersEmail }) => offersEmail),
    messages: {
      invalidSearch: definition.invalidSearch ?? messages.invalidSearch,
      noResults: definition.noResults ?? messages.noResults,
    },
  }
}

/** The network with this code, or all networks of the definition if none is chosen. Responds with 400 to other codes. */
export function selectNetworks({ networks }: Definition, code: string | undefined): Network[] {
  if (!code) return networks
  const chosen = networks.filter((network) => network.code === code)
  if (chosen.length === 0) throw problem(400, searchMessages.unknownNetwork)
  return chosen
}

export const isDomestic = (networks: readonly Network[]) =>
  networks.length > 0 && networks.every(({ family }) => family === 'domestic')
