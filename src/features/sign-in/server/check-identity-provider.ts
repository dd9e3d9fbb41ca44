import type { Config } from '#platform/config/settings.ts'
import { failed, type Outcome, ok, warning } from '#platform/doctor/doctor-report.ts'
import { doctorMessages as messages } from '../doctor-messages.ts'
import { identityProviders } from './identity-provider.ts'

/** Reads the metadata of the identity provider, as the next sign-in would. */
export async function checkIdentityProvider(config: Config): Promise<Outcome> {
  const { OIDC_ISSUER } = config
  if (!OIDC_ISSUER) return ok(messages.development)
  const metadata = await identityProviders(config, undefined)
    .metadata()
    .catch((error: unknown) => describeError(error))
  if (typeof metadata === 'string')
    return failed(messages.failed(OIDC_ISSUER, metadata), messages.failedAdvice)
  const { code_challenge_methods_supported: methods, backchannel_logout_supported: hasLogout } = metadata
  if (methods && !methods.includes('S256')) return failed(messages.noPkce, messages.noPkceAdvice)
  return hasLogout === false
    ? warning(messages.noLogout, messages.noLogoutAdvice)
    : ok(messages.fine(OIDC_ISSUER))
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
