import { z } from 'zod'
import { processAuthorization, undoDecision } from '#authorizations/contract.ts'
import { importRows } from '#authorizations/server/import/import-rows.ts'
import { itnImport } from '#authorizations/server/import/itn-import.ts'
import type { Database } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { inMemoryCsv } from '#platform/import/csv-file.ts'
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

/** Signs in a staff user of alpine who makes decisions, on a portal with demo data. */
export async function createDecider(db: Database, address: string, name: string) {
  const { send } = await createStaffClient(db, address, name)
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
  }
}
export type Decider = Awaited<ReturnType<typeof createDecider>>

/** Adds this many pending bills of alpine, 1,000.00 USD each; returns their ITNs. */
export async function addPendingItns(
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
  await importRows(databaseContext, itnImport, { source, actor: 'scenario', rejects: noRejects })
  return itns
}

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
