import { z } from 'zod'
import { processAuthorization, undoDecision } from '#authorizations/contract.ts'
import { leaseAuthorization, readQueue } from '#authorizations/queue-contract.ts'
import { itnImport } from '#authorizations/server/import/itn-import.ts'
import type { Database } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { inMemoryCsv } from '#platform/import/csv-file.ts'
import { importRows } from '#platform/import/import-rows.ts'
import { noRejects } from '#platform/import/rejects.ts'
import { createStaffClient } from './portal-staff.ts'

const answer = z.looseObject({
  statusCode: z.number(),
  message: z.string(),
  decisionId: z.string().optional(),
  undoUntil: z.string().optional(),
})
export type DecisionResponse = z.infer<typeof answer>

export type DecisionInput = Omit<z.input<typeof processAuthorization.request>, 'idempotencyKey'>

/** Signs in a staff user who makes decisions, on a portal with demo data. */
export async function createDecider(db: Database, address: string, name: string, clientId?: string) {
  const { send } = await createStaffClient(db, address, name, clientId)
  return {
    send,
    /** Sends a decision; returns undefined if the portal did not respond. */
    async decide(order: DecisionInput, key?: string): Promise<DecisionResponse | undefined> {
      try {
        const own: Record<string, string> = key ? { 'idempotency-key': key } : {}
        return answer.parse(await (await send(processAuthorization.path, order, own)).json())
      } catch {
        return undefined
      }
    },
    /** Undoes a decision; returns the status, or undefined if the portal did not respond. */
    async undo(itn: string, decisionId?: string): Promise<number | undefined> {
      try {
        const response = await send(undoDecision.path, { itn, decisionId })
        await response.arrayBuffer()
        return response.status
      } catch {
        return undefined
      }
    },
    /** Takes, renews or ends the lease on a bill; returns the status and the names of the others who have it open. */
    async lease(itn: string, isOpen = true): Promise<{ status: number; others: string[] }> {
      const response = await send(leaseAuthorization.path, { itn, isOpen })
      const body: unknown = await response.json()
      return {
        status: response.status,
        others: response.ok ? leaseAuthorization.response.parse(body).others : [],
      }
    },
    /** The names of the others who have bills open, by ITN, for the ITNs with this beginning. */
    async findReviewing(begin: string): Promise<Map<string, string[]>> {
      const { reviewing } = readQueue.response.parse(await (await send(readQueue.path, {})).json())
      const found = reviewing.filter(({ itn }) => itn.startsWith(begin))
      return new Map(found.map(({ itn, names }) => [itn, names]))
    },
  }
}
export type Decider = Awaited<ReturnType<typeof createDecider>>

/** Adds this many pending bills of alpine, 1,000.00 USD each; returns their ITNs. */
export async function addPendingItns(
  databaseContext: DatabaseContext,
  prefix: string,
  count: number,
): Promise<string[]> {
  const bills = listPendingBills(prefix, count)
  await importItns(databaseContext, prefix, bills)
  return bills.map(({ itn }) => itn)
}

/** Imports pending bills, 1,000.00 USD each, as a file. */
export function importItns(databaseContext: DatabaseContext, name: string, bills: readonly PendingBill[]) {
  const source = inMemoryCsv(`${name}.csv`, bills.map(toItnRow))
  return importRows(databaseContext, itnImport, { source, actor: 'scenario', rejects: noRejects })
}

type PendingBill = { itn: string; client: string; receivedAt: string }

/** This many bills of alpine; the number in an ITN follows the prefix. */
export const listPendingBills = (prefix: string, count: number): PendingBill[] =>
  Array.from({ length: count }, (_, at) => ({
    itn: `${prefix}-${at}`,
    client: 'ALP1',
    receivedAt: '2026-03-10T12:00:00Z',
  }))

/** The row of a bill, 1,000.00 USD, in a file for `import itns`. */
export const toItnRow = (bill: PendingBill) => ({
  hmo: 'Harbor HMO',
  policy: 'POL-1',
  patientName: 'Sampleton, Ada',
  providerName: 'Mercy Hospital',
  serviceFrom: '2026-03-04',
  serviceTo: '2026-03-09',
  totalCharge: '1000',
  currency: 'USD',
  ...bill,
})

export const approval = (itn: string): DecisionInput => ({
  itn,
  patientResponsibility: '250.50',
  patientResponsibilityCurrency: 'USD',
  maximumCovered: '749.50',
  maximumCoveredCurrency: 'USD',
})

export const denial = (itn: string): DecisionInput => ({ itn, denialCode: '0188' })

const concurrency = 8

/**
 * Runs `work` for each ITN, on several at the same time, and returns the results. Each of the concurrent loops ends early
 * when its `work` returns undefined.
 */
export async function runConcurrently<Result>(
  itns: readonly string[],
  work: (itn: string, at: number) => Promise<Result | undefined>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = itns.entries()
  const loop = async () => {
    for (const [at, itn] of waiting) {
      const result = await work(itn, at)
      if (result === undefined) return
      results.push(result)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  return results
}
