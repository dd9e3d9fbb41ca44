import { dayInTimeZone, parseDay } from '#platform/contract/calendar.ts'
import { now } from '#platform/contract/clock.ts'
import type { VobForm } from '../contract.ts'
import { type Issuer, keepVob, takeNumber } from './issued-vobs.ts'
import { createLetterData } from './letter-data.ts'
import type { validateVob } from './validate-vob.ts'
import { letter, type VobDeps } from './vob-deps.ts'

type Sound = Awaited<ReturnType<typeof validateVob>>

/**
 * Issues the letter of a valid form: returns its number and PDF once both are stored. A busy render pool
 * consumes no number.
 */
export async function issueVob(
  { db, renderPool, config }: VobDeps,
  form: VobForm,
  sound: Sound,
  issuer: Issuer,
) {
  const timeZone = config.PORTAL_TIME_ZONE
  const at = now()
  const numbered = once(async () => {
    const number = await takeNumber(db, dayInTimeZone(timeZone, at).slice(0, 4))
    return createLetterData({ ...sound, number, at, timeZone })
  })
  const pdf = await renderPool.pdf(letter, numbered, { key: issuer.userId })
  const { number, said } = await numbered()
  const vob = {
    number,
    issuedAt: at,
    networkCode: sound.provider.networkCode,
    providerHash: sound.provider.hash,
    providerName: sound.provider.name,
    policyNumber: said.patientPolicyNumber,
    patientName: `${said.patientLastName}, ${said.patientFirstName}`,
    dateOfService: parseDay(said.dateOfService) ?? '',
    fields: form,
    pdf,
  }
  await keepVob(db, vob, issuer)
  return { number, pdf }
}

/** Caches the first result and returns it every time. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
