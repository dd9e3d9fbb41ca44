import { dayInTimeZone, parseDay } from '#platform/contract/calendar.ts'
import { now } from '#platform/contract/clock.ts'
import type { VobForm } from '../contract.ts'
import { allocateNumber, type Issuer, saveVob } from './issued-vobs.ts'
import { buildLetterData } from './letter-data.ts'
import type { validateVob } from './validate-vob.ts'
import { letter, type VobDeps } from './vob-deps.ts'

type ValidVob = Awaited<ReturnType<typeof validateVob>>

/**
 * Issues the letter of a valid form. Returns its number and PDF once both are stored. The number is allocated when
 * rendering starts, so a full render pool consumes none.
 */
export async function issueVob(
  { db, renderPool, config }: VobDeps,
  form: VobForm,
  vob: ValidVob,
  issuer: Issuer,
) {
  const timeZone = config.PORTAL_TIME_ZONE
  const at = now()
  const loadLetterData = cacheResult(async () => {
    const number = await allocateNumber(db, dayInTimeZone(timeZone, at).slice(0, 4))
    return buildLetterData({ ...vob, number, at, timeZone })
  })
  const pdf = await renderPool.pdf(letter, loadLetterData, { key: issuer.userId })
  const { number, texts } = await loadLetterData()
  const issued = {
    number,
    issuedAt: at,
    networkCode: vob.provider.networkCode,
    providerHash: vob.provider.hash,
    providerName: vob.provider.name,
    policyNumber: texts.patientPolicyNumber,
    patientName: `${texts.patientLastName}, ${texts.patientFirstName}`,
    dateOfService: parseDay(texts.dateOfService) ?? '',
    fields: form,
    pdf,
  }
  await saveVob(db, issued, issuer)
  return { number, pdf }
}

/** Returns a function that calls `make` once and caches its result. */
function cacheResult<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
