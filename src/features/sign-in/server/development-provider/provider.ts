import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type { Account, ClientMetadata, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Config } from '#platform/server/settings.ts'
import type { DemoAccount } from '../accounts-seed.ts'
import { createProviderStore } from './provider-store.ts'

/** The path of the development provider below the portal origin. */
export const basePath = '/idp'

type Parts = {
  origin: string
  config: Config
  accounts: readonly DemoAccount[]
  /** The page that ends the session without confirmation. */
  logoutPage(ctx: KoaContextWithOIDC, form: string): string
}

/** An OpenID provider with the demo accounts for one portal origin. */
export async function createProvider({ origin, config, accounts, logoutPage }: Parts): Promise<Provider> {
  // Imported only when needed, because loading it takes 200 ms.
  const oidc = await import('oidc-provider')
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new oidc.Provider(`${origin}${basePath}`, {
    adapter: createProviderStore(),
    clients: [clientMetadata(origin, config)],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      long: { sameSite: 'lax' },
      short: { sameSite: 'lax' },
    },
    scopes: config.OIDC_SCOPE.split(' '),
    claims: { openid: ['sub', config.OIDC_CLIENT_CLAIM], profile: ['name'], email: ['email'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    interactions: { url: (_ctx, { uid }) => `${basePath}/interaction/${uid}` },
    findAccount: (_ctx, id) => findDemoAccount(accounts, id, config.OIDC_CLIENT_CLAIM),
    loadExistingGrant: grantConsent,
    renderError: (ctx) => ctx.redirect('/sign-in-failed?reason=failed'),
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = logoutPage(ctx, form)
        },
      },
    },
    ttl,
  })
  provider.proxy = true
  return provider
}

/** Seconds. */
const ttl = {
  Session: 12 * 60 * 60,
  Interaction: 60 * 60,
  Grant: 12 * 60 * 60,
  IdToken: 60 * 60,
  AccessToken: 60 * 60,
}

function clientMetadata(origin: string, { OIDC_CLIENT_ID }: Config): ClientMetadata {
  return {
    client_id: OIDC_CLIENT_ID,
    token_endpoint_auth_method: 'none',
    redirect_uris: [`${origin}/auth/callback`],
    post_logout_redirect_uris: [`${origin}/`],
    response_types: ['code'],
    grant_types: ['authorization_code'],
  }
}

function findDemoAccount(accounts: readonly DemoAccount[], id: string, claim: string): Account | undefined {
  const account = accounts.find(({ username }) => username === id)
  if (!account) return undefined
  const { username, name, clientId } = account
  return {
    accountId: username,
    claims: () => ({ sub: username, name, email: `${username}@example.com`, [claim]: clientId }),
  }
}

/** Skips consent: the portal signs people in to itself. */
async function grantConsent({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider, params } = oidc
  if (!client || !session?.accountId) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(String(params?.scope))
  await grant.save()
  return grant
}
