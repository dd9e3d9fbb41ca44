import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#platform/config/settings.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { addToOutbox } from '#platform/mail/outbox.ts'
import { searchProviders } from '#provider-search/contract.ts'
import { addPendingItns, approval, createDecider } from './decision-staff.ts'
import type { PortalInstance } from './restore-portal.ts'

const bills = 3_000
const warmUpMs = 3_000

type Load = {
  /**
   * The number of requests that succeeded during the work; `refused` counts those that failed at any time.
   */
  during: number
  refused: number
  decidedBefore: string[]
  decided: string[]
  summary: string
}

/** Runs `work` while users search and make decisions on bills, and while mail is sent. */
export async function runUnderLoad<T>(
  installation: PortalInstance,
  work: () => Promise<T>,
): Promise<{ result: T; load: Load }> {
  const databaseContext = await openDatabaseContext(
    readConfig({ DATA_DIR: installation.dataDir }),
    'command',
    () => {},
  )
  try {
    const address = `http://127.0.0.1:${installation.port}`
    const ada = await createDecider(databaseContext.app, address, 'Ada')
    const itns = await addPendingItns(databaseContext, 'LOAD', bills)
    const counts = { searches: 0, mails: 0, refused: 0 }
    const decided: string[] = []
    let ended = false
    const repeatUntilEnded = async (step: () => Promise<void>) => {
      while (!ended) await step()
    }
    const rest = itns.values()
    const loads = [
      repeatUntilEnded(() => search(address, counts)),
      repeatUntilEnded(() => mail(databaseContext, counts)),
      repeatUntilEnded(async () => {
        const { value: itn } = rest.next()
        if (itn === undefined) return void (await pause(50))
        if ((await ada.decide(approval(itn)))?.statusCode === 200) decided.push(itn)
        else counts.refused += 1
      }),
    ]
    await pause(warmUpMs)
    const [before, decidedBefore] = [counts.searches + counts.mails + decided.length, [...decided]]
    const result = await work().finally(() => {
      ended = true
    })
    await Promise.all(loads)
    const during = counts.searches + counts.mails + decided.length - before
    const summary = `${during} during the backup; in total ${counts.searches} searches, ${decided.length} decisions, ${counts.mails} mails, ${counts.refused} refused`
    return { result, load: { during, refused: counts.refused, decidedBefore, decided, summary } }
  } finally {
    await databaseContext.close()
  }
}

async function search(address: string, counts: { searches: number; refused: number }) {
  const answer = await fetch(`${address}${searchProviders.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'provider-code': 'publicDomestic' },
    body: JSON.stringify({
      providerSearchCode: 'publicDomestic',
      state: 'FL',
      city: 'Miami',
      providerType: '0000000000',
    }),
  })
  await answer.arrayBuffer()
  if (answer.ok) counts.searches += 1
  else counts.refused += 1
}

async function mail({ owner }: DatabaseContext, counts: { mails: number }) {
  await addToOutbox(owner, { to: 'ann@example.com', subject: 'Scenario', text: 'Scenario', html: 'Scenario' })
  counts.mails += 1
  await pause(20)
}
