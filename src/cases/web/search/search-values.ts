import { z } from 'zod'
import { activityKind, searchType } from '../../contract.ts'

/** A client code with its name, as the form offers it. */
export type Client = { code: string; name: string }

const clientsChosen = z.object({ allClients: z.boolean(), clients: z.array(z.string()) })
export type ClientsChosen = z.infer<typeof clientsChosen>

export const patientValues = clientsChosen.extend({ searchType, searchTerm: z.string() })
export type PatientValues = z.infer<typeof patientValues>

export const activityValues = clientsChosen.extend({
  startDate: z.string(),
  endDate: z.string(),
  activityList: z.array(activityKind),
})
export type ActivityValues = z.infer<typeof activityValues>

/** The codes that a search goes over: the only one, all, or the chosen ones that are still offered. */
export function codesOf({ allClients, clients }: ClientsChosen, offered: readonly Client[]): string[] {
  const codes = offered.map(({ code }) => code)
  return allClients || codes.length === 1 ? codes : codes.filter((code) => clients.includes(code))
}
