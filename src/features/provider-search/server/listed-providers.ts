import { z } from 'zod'
import { formatPhone } from '#platform/contract/phone-address.ts'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'
import { provider } from '../contract.ts'
import { describeServices, listWeeklyHours } from '../describe-details.ts'
import { isSubjectText } from '../mail-form-validation.ts'
import { fromKilometers, type Unit } from '../rules.ts'
import type { Definition } from './search-definitions.ts'
import { mailMessages as text } from './search-messages.ts'

const storedProvider = provider.omit({ distance: true, tin: true })
/**
 * A provider as lists for others show it: without its tax ID, and with its distance in kilometers from a place, if they
 * are known.
 */
export type ListedProvider = z.output<typeof storedProvider> & { distance: number | null; center: string }

/** How far providers are, in kilometers, and from where, by hash, as the page says. */
export type Measures = {
  distances?: Readonly<Record<string, number>> | undefined
  centers?: Readonly<Record<string, string>> | undefined
}

/** The networks' providers with these hashes, in the order of the hashes. */
export async function listProviders(
  db: Database,
  networks: Definition['networks'],
  hashes: string[],
  { distances = {}, centers = {} }: Measures = {},
): Promise<ListedProvider[]> {
  const labels = toSqlJson(Object.fromEntries(networks.map(({ code, label }) => [code, label])))
  const rows = await queryRows(
    db,
    z.object({ provider: storedProvider }),
    sql`
    select (provider_json || '}')::jsonb || jsonb_build_object('network', ${labels}::jsonb ->> network_code) as provider
      from provider
     where hash = any(${hashes}::text[])
       and network_code = any(${networks.map(({ code }) => code)}::text[])
       and not hidden
     order by array_position(${hashes}::text[], hash)`,
  )
  return rows.map((row) => {
    const center = centers[row.provider.hash] ?? ''
    // The page writes it, so anyone could. Like the subject of an email, it has no links.
    const named = isSubjectText(center) ? center.trim() : ''
    return { ...row.provider, distance: distances[row.provider.hash] ?? null, center: named }
  })
}

/** The type of a provider, with its specialty. */
export const describeType = ({ providerType, specialty }: ListedProvider): string =>
  [providerType, specialty].filter(Boolean).join(' · ')

/** How far a provider is from the place that was searched; empty if that is not known. */
export const describeDistance = ({ distance, center }: ListedProvider, unit: Unit): string =>
  distance === null ? '' : text.distance(fromKilometers(distance, unit).toFixed(1), unit, center)

/** The details of a provider, a line each: its hours, then what else the directory says. */
export function describeForReading({ details }: ListedProvider): string[] {
  if (!details) return []
  const hours = listWeeklyHours(details).join('; ')
  const services = describeServices(details).join(' · ')
  return [hours && `${text.hours}: ${hours}`, services].filter(Boolean)
}

/** The address that calls a provider, if its number can be called. */
export function phoneUrl({ phone }: ListedProvider): string | undefined {
  const number = phone ? formatPhone(phone) : undefined
  return number && `tel:${number}`
}
