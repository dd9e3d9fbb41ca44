import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { type ClientMetadata, Provider } from 'oidc-provider'
import { createProviderStore } from '#sign-in/server/development-provider/openid-provider.ts'

type Claims = Record<string, unknown>
type Handler = (request: IncomingMessage, response: ServerResponse) => void

type Keys = Awaited<ReturnType<typeof generateKeys>>
type At = { issuer: string; origin: string; claim: string; suffix: string; jwks: Keys }

/**
 * An identity provider separate from the portal's own. It immediately signs every visitor in as the user set
 * with `setUser`, or rejects the sign-in if the user is `undefined`.
 */
export async function openOtherProvider() {
  let handler: Handler = (_request, response) => response.writeHead(503).end()
  let person: Claims | undefined
  const server = createServer((request, response) => handler(request, response))
  await listen(server, 0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const jwks = await generateKeys()

  return {
    issuer,
    /**
     * Registers a portal at this origin, whose addresses end with `suffix`. `claim` is the name of the claim that
     * contains a user's client.
     */
    registerPortal(origin: string, claim: string, suffix = '') {
      const provider = createProvider({ issuer, origin, claim, suffix, jwks }, () => person)
      handler = createHandler(provider, () => person)
    },
    /** Signs a token with any claims and header. */
    sign: (claims: JWTPayload, header: Record<string, unknown> = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...header }).sign(jwks.privateKey),
    setUser(claims: Claims | undefined) {
      person = claims
    },
    /** Handles all requests with this handler until the next registration. */
    handleWith(other: Handler) {
      handler = other
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    open: () => listen(server, port),
  }
}

function createHandler(provider: Provider, person: () => Claims | undefined): Handler {
  const callback = provider.callback()
  return async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
    const { sub: accountId, acr, amr, auth_time: ts } = person() ?? {}
    const evidence = { acr, amr, ts } as { acr?: string; amr?: string[]; ts?: number }
    const result = accountId
      ? { login: { accountId: String(accountId), remember: false, ...evidence } }
      : { error: 'access_denied' }
    await provider.interactionFinished(request, response, result)
  }
}

function createProvider(
  { issuer, origin, claim, suffix, jwks }: At,
  person: () => Claims | undefined,
): Provider {
  const provider = new Provider(issuer, {
    adapter: createProviderStore(),
    clients: [clientMetadata(origin, suffix)],
    jwks: { keys: jwks.keys },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    acrValues: ['urn:example:mfa', 'urn:example:key'],
    claims: {
      openid: ['sub', claim.split('.')[0] ?? claim, claim, 'acr', 'amr', 'auth_time'],
      profile: ['name'],
    },
    conformIdTokenClaims: false,
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = form
        },
      },
    },
    // The default fetch refuses to send logout tokens to the loopback address.
    fetch: (address, options) => fetch(address, { ...options, dispatcher: undefined } as RequestInit),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...person() }) }),
    loadExistingGrant: async ({ oidc }) => {
      const clientId = oidc.client?.clientId ?? ''
      const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope(String(oidc.params?.scope))
      await grant.save()
      return grant
    },
  })
  return provider
}

const clientMetadata = (origin: string, suffix: string): ClientMetadata => ({
  client_id: 'portal-of-tests',
  client_secret: 'a-secret-of-tests',
  redirect_uris: [`${origin}/auth/callback${suffix}`],
  post_logout_redirect_uris: [`${origin}/`],
  backchannel_logout_uri: `${origin}/auth/backchannel-logout${suffix}`,
  backchannel_logout_session_required: true,
  id_token_signed_response_alg: 'ES256',
})

async function generateKeys() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { privateKey, keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256' }] }
}

const listen = (server: ReturnType<typeof createServer>, port: number) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
