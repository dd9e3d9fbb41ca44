import { z } from 'zod'

/** A client code with its name, as a form offers it. */
export type Client = { code: string; name: string }

/** The clients that can be searched, undefined while they are on their way or could not be fetched. */
export type ClientOffer = { clients: readonly Client[] | undefined; isFailed: boolean; retry: () => void }

export const clientsChosen = z.object({ allClients: z.boolean(), clients: z.array(z.string()) })
export type ClientsChosen = z.infer<typeof clientsChosen>

export const everybody: ClientsChosen = { allClients: true, clients: [] }

/** The codes that a search goes over: the only one, all, or the chosen ones that are still offered. */
export function codesOf({ allClients, clients }: ClientsChosen, offered: readonly Client[]): string[] {
  const codes = offered.map(({ code }) => code)
  return allClients || codes.length === 1 ? codes : codes.filter((code) => clients.includes(code))
}
