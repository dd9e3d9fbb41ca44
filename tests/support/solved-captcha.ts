import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { type CaptchaChallenge, getCaptchaChallenge } from '#provider-search/mail-contract.ts'
import type { openPortal } from './portal-fixture.ts'

type Portal = Awaited<ReturnType<typeof openPortal>>

/** Solves a challenge. Returns the token that the page's widget would create. */
export async function solvedCaptcha(portal: Portal): Promise<string> {
  const challenge = getCaptchaChallenge.response.parse((await portal.call(getCaptchaChallenge, {})).json())
  return encodeToken(challenge, await computeSolution(challenge))
}

/** Computes the proof of work. */
export async function computeSolution(challenge: CaptchaChallenge) {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The challenge could not be solved.')
  return solution
}

/** Encodes challenge and solution as sent to the server. */
export const encodeToken = (challenge: object, solution: object) =>
  btoa(JSON.stringify({ challenge, solution }))
