import { z } from 'zod'

/** A client code and its name, as a form option. */
export type Client = { code: string; name: string }

/** The searchable clients; undefined while loading or after a failure. */
export type AvailableClients = {
  clients: readonly Client[] | undefined
  isFailed: boolean
  retry: () => void
}

export const clientSelection = z.object({ allClients: z.boolean(), clients: z.array(z.string()) })
export type ClientSelection = z.infer<typeof clientSelection>

export const allClientsSelected: ClientSelection = { allClients: true, clients: [] }

/** The first parts of the query keys of all searches of one kind. */
export const searchQueryKey = (name: string) => ['search', name] as const

/** The client codes to search: the only one, all, or the selected ones that are still available. */
export function selectedCodes(
  { allClients, clients }: ClientSelection,
  offered: readonly Client[],
): string[] {
  const codes = offered.map(({ code }) => code)
  return allClients || codes.length === 1 ? codes : codes.filter((code) => clients.includes(code))
}
