import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { type CaptchaChallenge, getCaptchaChallenge } from '#provider-search/contract.ts'
import type { openPortal } from './portal-fixture.ts'

type Portal = Awaited<ReturnType<typeof openPortal>>

/** The token of a solved challenge, as the page's widget makes it. */
export async function solvedCaptcha(portal: Portal): Promise<string> {
  const challenge = getCaptchaChallenge.response.parse((await portal.call(getCaptchaChallenge, {})).json())
  return tokenFor(challenge, await solutionOf(challenge))
}

/** The work itself. */
export async function solutionOf(challenge: CaptchaChallenge) {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The challenge could not be solved.')
  return solution
}

/** Challenge and solution in the form they are sent. */
export const tokenFor = (challenge: object, solution: object) => btoa(JSON.stringify({ challenge, solution }))
