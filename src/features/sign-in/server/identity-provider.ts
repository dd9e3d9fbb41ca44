import type { FastifyRequest } from 'fastify'
import * as client from 'openid-client'
import type { Config } from '#platform/server/settings.ts'
import { originOf } from './origin.ts'

const secondsToAnswer = 5
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/

/** What a person brought back from the identity provider: verified claims, and the id token they stood in. */
export type Proof = { issuer: string; claims: Record<string, unknown> & { sub: string }; idToken: string }

/** The secrets of one sign-in, as openid-client checks them on the way back. */
type Secrets = { state: string; nonce: string; codeVerifier: string }

/** Configurations by the origin that the portal has for the person; `undefined` asks the settings' issuer. */
export type Development = (origin: string) => Promise<client.Configuration>

/**
 * The identity provider of the settings (or the one for development), asked only when somebody signs in or out.
 * Where it does not answer within five seconds its functions throw; the next sign-in asks again.
 */
export function identityProviders(config: Config, development: Development | undefined) {
  const ofSettings = rememberedDiscovery(config)
  const providerFor = (request: FastifyRequest) =>
    development ? development(originOf(request, config)) : ofSettings()

  return {
    /** What the issuer of the settings says of itself. */
    metadata: async (): Promise<client.ServerMetadata> => (await ofSettings()).serverMetadata(),
    /** The address that asks a person to sign in, with the challenge of these secrets. */
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
    /** Exchanges the code that came back, and verifies the id token: signature, issuer, audience, times, nonce. */
    async proofOf(request: FastifyRequest, secrets: Secrets): Promise<Proof> {
      const address = new URL(request.url, originOf(request, config))
      const tokens = await exchange(await providerFor(request), address, secrets)
      return { issuer: issuerName(config), ...tokens }
    },
    /**
     * Where the identity provider ends its own session; the start page where it has no such address, or is away. The ID
     * token of an expired session may be removed already: the provider then asks the person to confirm.
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

/** Asks the issuer of the settings for its configuration once; again where it failed. */
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

/** The issuer that a person is kept under; that of development has as many addresses as the portal. */
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

/** Whether an error says that the identity provider was not there: refused, too slow, or broken itself. */
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
