import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import { failed, type Outcome, ok, warning } from '#platform/doctor/doctor-report.ts'
import { doctorMessages as messages } from '../doctor-messages.ts'
import { type IdentityProvider, issuerName } from './identity-provider.ts'
import { findScimClients, openProviders } from './identity-providers/providers.ts'

/** Reads the metadata of the identity providers, as the next sign-in would. Names those that do not respond. */
export async function checkIdentityProvider(config: Config): Promise<Outcome> {
  if (!config.OIDC_ISSUER) return ok(messages.development)
  const { all } = openProviders(config, undefined)
  return combine(await Promise.all(all.map(checkProvider)))
}

const tokenRow = z.object({ issuer: z.string(), lastUsedAt: z.date().nullable() })

/** Says which identity providers use SCIM, and when each last did. Without a token, nobody of a provider can sign in. */
export async function checkScim(owner: Database, config: Config): Promise<Outcome> {
  const issuers = openProviders(config, undefined).all.map((provider) => issuerName(provider.config))
  const using = issuers.filter((issuer) => findScimClients(config, issuer))
  if (using.length === 0) return ok(messages.noScim)
  const tokens = await queryRows(
    owner,
    tokenRow,
    sql`
    select issuer, max(last_used_at) as "lastUsedAt" from service_token
     where may = 'scim' and revoked_at is null group by issuer`,
  )
  const outcomes = using.map((issuer) => {
    const token = tokens.find((each) => each.issuer === issuer)
    if (!token) return failed(messages.scimWithoutToken(issuer), messages.scimWithoutTokenAdvice)
    if (!token.lastUsedAt) return warning(messages.scimNeverCalled(issuer), messages.scimNeverCalledAdvice)
    return ok(messages.scimCalled(issuer, token.lastUsedAt.toISOString()))
  })
  return combine(outcomes)
}

/** What all outcomes found, with the status and the advice of the worst one. */
function combine(outcomes: readonly Outcome[]): Outcome {
  const found = outcomes.map((outcome) => outcome.found).join(' ')
  const worst = ['failed', 'warning'].flatMap(
    (status) => outcomes.find((each) => each.status === status) ?? [],
  )[0]
  return { ...(worst ?? ok('')), found }
}

async function checkProvider(provider: IdentityProvider): Promise<Outcome> {
  const { OIDC_ISSUER: issuer = '' } = provider.config
  const metadata = await provider.metadata().catch((error: unknown) => describeError(error))
  if (typeof metadata === 'string') return failed(messages.failed(issuer, metadata), messages.failedAdvice)
  const { code_challenge_methods_supported: methods, backchannel_logout_supported: hasLogout } = metadata
  if (methods && !methods.includes('S256')) return failed(messages.noPkce(issuer), messages.noPkceAdvice)
  return hasLogout === false
    ? warning(messages.noLogout(issuer), messages.noLogoutAdvice)
    : ok(messages.fine(issuer))
}

/** The most specific code of an error and its causes; never its message, which can contain a response. */
function describeError(error: unknown): string {
  const codes: string[] = []
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException
    if (at.cause instanceof Response) codes.push(`status ${at.cause.status}`)
    else codes.push(code ?? at.name)
  }
  return codes.at(-1) ?? 'unknown'
}
