import type { FastifyRequest } from 'fastify'
import * as client from 'openid-client'
import type { Config } from '#platform/server/settings.ts'
import { originOf } from './origin.ts'

const secondsToAnswer = 5
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/

/** The result of a sign-in at the identity provider: verified claims and the ID token they came in. */
export type Proof = { issuer: string; claims: Record<string, unknown> & { sub: string }; idToken: string }

/** The secrets of one sign-in, which openid-client checks in the callback. */
type Secrets = { state: string; nonce: string; codeVerifier: string }

/** Configurations by the portal origin the person uses; `undefined` uses the issuer from the settings. */
export type Development = (origin: string) => Promise<client.Configuration>

/**
 * The configured identity provider, or the development provider; contacted only for sign-in and logout. Its
 * functions throw if it does not respond within five seconds; the next sign-in retries.
 */
export function identityProviders(config: Config, development: Development | undefined) {
  const ofSettings = rememberedDiscovery(config)
  const providerFor = (request: FastifyRequest) =>
    development ? development(originOf(request, config)) : ofSettings()

  return {
    /** The metadata of the configured issuer. */
    metadata: async (): Promise<client.ServerMetadata> => (await ofSettings()).serverMetadata(),
    /** The sign-in URL with the challenge of these secrets. */
    async addressToSignIn(request: FastifyRequest, { state, nonce, codeVerifier }: Secrets): Promise<URL> {
      return client.buildAuthorizationUrl(await providerFor(request), {
        redirect_uri: `${originOf(request, config)}/auth/callback`,
        scope: config.OIDC_SCOPE,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },
    /** Exchanges the authorization code and verifies the ID token: signature, issuer, audience, times, nonce. */
    async proofOf(request: FastifyRequest, secrets: Secrets): Promise<Proof> {
      const address = new URL(request.url, originOf(request, config))
      const tokens = await exchange(await providerFor(request), address, secrets)
      return { issuer: issuerName(config), ...tokens }
    },
    /**
     * The end-session URL of the identity provider; the start page if it has none or is unavailable. The ID token of
     * an expired session may already be deleted: the provider then asks for confirmation.
     */
    async endOfSession(request: FastifyRequest, idToken: string): Promise<string> {
      const provider = await providerFor(request).catch(() => undefined)
      if (!provider?.serverMetadata().end_session_endpoint) return '/'
      const home = `${originOf(request, config)}/`
      const hint: Record<string, string> = idToken ? { id_token_hint: idToken } : {}
      const parameters = { ...hint, post_logout_redirect_uri: home }
      return client.buildEndSessionUrl(provider, parameters).href
    },
  }
}

async function exchange(
  provider: client.Configuration,
  address: URL,
  { state, nonce, codeVerifier }: Secrets,
): Promise<Pick<Proof, 'claims' | 'idToken'>> {
  const tokens = await client.authorizationCodeGrant(provider, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || !tokens.id_token) throw new Error('The answer has no id token.')
  return { claims, idToken: tokens.id_token }
}

/** Discovers the configured issuer once; retries after a failure. */
function rememberedDiscovery(config: Config) {
  let discovered: Promise<client.Configuration> | undefined
  return () => {
    discovered ??= discover(config).catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }
}

export const developmentIssuer = 'development'

/** The issuer stored with a person; the development issuer has as many addresses as the portal. */
export const issuerName = ({ OIDC_ISSUER }: Pick<Config, 'OIDC_ISSUER'>) => OIDC_ISSUER ?? developmentIssuer

export type IdentityProviders = ReturnType<typeof identityProviders>

async function discover(config: Config): Promise<client.Configuration> {
  const { OIDC_ISSUER = '', OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = config
  const isLocal = loopback.test(OIDC_ISSUER)
  const found = await client.discovery(
    new URL(OIDC_ISSUER),
    OIDC_CLIENT_ID,
    undefined,
    OIDC_CLIENT_SECRET ? client.ClientSecretBasic(OIDC_CLIENT_SECRET) : client.None(),
    { timeout: secondsToAnswer, execute: isLocal ? [client.allowInsecureRequests] : [] },
  )
  client.enableNonRepudiationChecks(found)
  return found
}

/**
 * Whether an error means that the identity provider was unavailable: connection refused, timeout or server error.
 */
export function isAway(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code = '', name } = at as NodeJS.ErrnoException
    if (name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || away.test(code)) return true
    if (at.cause instanceof Response) return at.cause.status >= 500
  }
  return false
}

const away =
  /^(E(CONN|HOST|NET|PIPE|TIMEDOUT|AI_)|ENOTFOUND|UND_ERR|CERT_|ERR_TLS|SELF_SIGNED|ERR_JWKS_TIMEOUT|ERR_JOSE_GENERIC)/
