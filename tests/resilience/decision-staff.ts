import { z } from 'zod'
import { processAuthorization } from '#authorizations/contract.ts'
import { importRows } from '#authorizations/server/import/import-rows.ts'
import { itnImport } from '#authorizations/server/import/itn-file.ts'
import { inMemoryCsv } from '#platform/server/csv/in-memory-csv.ts'
import { noRejects } from '#platform/server/csv/rejects.ts'
import type { Database } from '#platform/server/database.ts'
import type { DatabaseContext } from '#platform/server/database-context.ts'
import { staffAt } from './portal-staff.ts'

const answer = z.looseObject({ statusCode: z.number(), message: z.string() })
export type Answer = z.infer<typeof answer>

export type Order = Omit<z.input<typeof processAuthorization.request>, 'idempotencyKey'>

/** A staff user of alpine who decides, on a portal with demo data. */
export async function decidingStaff(db: Database, address: string, name: string) {
  const { send } = await staffAt(db, address, name)
  return {
    send,
    /** Undefined if the portal did not respond. */
    async decide(order: Order, key?: string): Promise<Answer | undefined> {
      try {
        const own: Record<string, string> = key ? { 'idempotency-key': key } : {}
        return answer.parse(await (await send(processAuthorization.path, order, own)).json())
      } catch {
        return undefined
      }
    },
  }
}

/** Adds this many pending bills of alpine, 1,000.00 USD each; returns their ITNs. */
export async function pendingItns(
  databaseContext: DatabaseContext,
  prefix: string,
  count: number,
): Promise<string[]> {
  const itns = Array.from({ length: count }, (_, at) => `${prefix}-${at}`)
  const rows = itns.map((itn) => ({
    itn,
    client: 'ALP1',
    hmo: 'Harbor HMO',
    policy: 'POL-1',
    patientName: 'Sampleton, Ada',
    providerName: 'Mercy Hospital',
    serviceFrom: '2026-03-04',
    serviceTo: '2026-03-09',
    totalCharge: '1000',
    currency: 'USD',
    receivedAt: '2026-03-10T12:00:00Z',
  }))
  const source = inMemoryCsv(`${prefix}.csv`, rows)
  await importRows(databaseContext, itnImport, { source, actor: 'proof', rejects: noRejects })
  return itns
}

export const approval = (itn: string): Order => ({
  itn,
  patientResponsibility: '250.50',
  patientResponsibilityCurrency: 'USD',
  maximumCovered: '749.50',
  maximumCoveredCurrency: 'USD',
})

export const denial = (itn: string): Order => ({ itn, denialCode: '0188' })
