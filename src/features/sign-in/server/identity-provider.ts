import type { FastifyRequest } from 'fastify'
import * as client from 'openid-client'
import { loadOnce } from '#platform/concurrency/load-once.ts'
import type { Config } from '#platform/config/settings.ts'
import { evidenceParameters, signInDemands } from './find-missing-evidence.ts'

const responseTimeoutSeconds = 5
const loopbackUrl = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/

/** The result of a sign-in at the identity provider: the verified claims and their ID token. */
export type SignInResult = {
  issuer: string
  claims: Record<string, unknown> & { sub: string }
  idToken: string
}

/** The secrets of one sign-in; openid-client checks them in the callback. */
type Secrets = { state: string; nonce: string; codeVerifier: string }

/** Returns the development provider's client configuration for a portal origin. */
export type DevelopmentConfiguration = (origin: string) => Promise<client.Configuration>

type Registration = {
  /** The settings of the portal with those of the provider. */
  config: Config
  /** The name of a further provider; null for the standard one. */
  name: string | null
}

/**
 * An identity provider, or the development provider. Only sign-in and logout contact it. The functions throw if it does
 * not respond within five seconds; the next sign-in retries. Its addresses at the portal are its own, so that no provider
 * receives the codes of another (RFC 9700, section 4.4).
 */
export function identityProvider(
  { config, name }: Registration,
  development: DevelopmentConfiguration | undefined,
) {
  const suffix = name === null ? '' : `/${name}`
  const callbackPath = `/auth/callback${suffix}`
  const discoverConfigured = loadOnce(() => discover(config))
  const providerFor = (request: FastifyRequest) =>
    development ? development(resolveOrigin(request, config)) : discoverConfigured()

  return {
    config,
    name,
    callbackPath,
    logoutPath: `/auth/backchannel-logout${suffix}`,
    /** The metadata of the configured issuer. */
    metadata: async (): Promise<client.ServerMetadata> => (await discoverConfigured()).serverMetadata(),
    /** The sign-in URL with the state, nonce and code challenge from these secrets, and the evidence it asks for. */
    async signInUrl(
      request: FastifyRequest,
      { state, nonce, codeVerifier, isStepUp }: Secrets & { isStepUp: boolean },
    ): Promise<URL> {
      const provider = await providerFor(request)
      const supportsClaims = provider.serverMetadata().claims_parameter_supported === true
      return client.buildAuthorizationUrl(provider, {
        ...evidenceParameters(signInDemands(config, isStepUp), config, supportsClaims),
        redirect_uri: `${resolveOrigin(request, config)}${callbackPath}`,
        scope: config.OIDC_SCOPE,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },
    /** Exchanges the authorization code and verifies the ID token: signature, issuer, audience, times, nonce. */
    async completeSignIn(request: FastifyRequest, secrets: Secrets): Promise<SignInResult> {
      const address = new URL(request.url, resolveOrigin(request, config))
      const tokens = await exchange(await providerFor(request), address, secrets)
      return { issuer: issuerName(config), ...tokens }
    },
    /**
     * The end-session URL of the identity provider; the start page if it has none or is unavailable. Without the ID
     * token, which the cleanup may have deleted, the provider asks for confirmation.
     */
    async endSessionUrl(request: FastifyRequest, idToken: string): Promise<string> {
      const provider = await providerFor(request).catch(() => undefined)
      if (!provider?.serverMetadata().end_session_endpoint) return '/'
      const home = `${resolveOrigin(request, config)}/`
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
): Promise<Pick<SignInResult, 'claims' | 'idToken'>> {
  const tokens = await client.authorizationCodeGrant(provider, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || !tokens.id_token) throw new Error('The token response has no ID token.')
  return { claims, idToken: tokens.id_token }
}

export const developmentIssuer = 'development'

/** The issuer stored with a person: a fixed name for the development provider, whose URL depends on the origin. */
export const issuerName = ({ OIDC_ISSUER }: Pick<Config, 'OIDC_ISSUER'>) => OIDC_ISSUER ?? developmentIssuer

export type IdentityProvider = ReturnType<typeof identityProvider>

async function discover(config: Config): Promise<client.Configuration> {
  const { OIDC_ISSUER = '', OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = config
  const isLocal = loopbackUrl.test(OIDC_ISSUER)
  const found = await client.discovery(
    new URL(OIDC_ISSUER),
    OIDC_CLIENT_ID,
    undefined,
    OIDC_CLIENT_SECRET ? client.ClientSecretBasic(OIDC_CLIENT_SECRET) : client.None(),
    { timeout: responseTimeoutSeconds, execute: isLocal ? [client.allowInsecureRequests] : [] },
  )
  client.enableNonRepudiationChecks(found)
  return found
}

/** Whether an error means that the identity provider is unavailable: connection failure, timeout or server error. */
export function isProviderUnavailable(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code = '', name } = at as NodeJS.ErrnoException
    if (name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || unavailableCodes.test(code)) return true
    if (at.cause instanceof Response) return at.cause.status >= 500
  }
  return false
}

const unavailableCodes =
  /^(E(CONN|HOST|NET|PIPE|TIMEDOUT|AI_)|ENOTFOUND|UND_ERR|CERT_|ERR_TLS|SELF_SIGNED|ERR_JWKS_TIMEOUT|ERR_JOSE_GENERIC)/

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

type Addresses = Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT' | 'TLS_CERTIFICATE_FILE'>

const findProtocol = (certificate: string | undefined) => (certificate ? 'https' : 'http')

/** The origin for redirects: without PUBLIC_URL, the request host if it is a loopback name; else `portalOrigin`. */
export function resolveOrigin({ host }: Pick<FastifyRequest, 'host'>, config: Addresses): string {
  const isLocal = !config.PUBLIC_URL && loopbackHost.test(host)
  return isLocal
    ? new URL(`${findProtocol(config.TLS_CERTIFICATE_FILE)}://${host}`).origin
    : portalOrigin(config)
}

/** The origin for links outside of a request, as in emails: PUBLIC_URL if set, otherwise the listen address. */
export const portalOrigin = ({ PUBLIC_URL, HOST, PORT, TLS_CERTIFICATE_FILE }: Addresses): string =>
  new URL(PUBLIC_URL ?? `${findProtocol(TLS_CERTIFICATE_FILE)}://${HOST}:${PORT}`).origin
