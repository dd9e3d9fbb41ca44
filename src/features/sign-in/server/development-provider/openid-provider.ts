import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type {
  Account,
  Adapter,
  AdapterPayload,
  ClientMetadata,
  KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import type { DemoAccount } from '../demo-accounts.ts'

/** The path of the development provider below the portal origin. */
export const basePath = '/idp'

type ProviderDeps = {
  origin: string
  config: Config
  accounts: readonly DemoAccount[]
  /** The page that ends the session without confirmation. */
  logoutPage(ctx: KoaContextWithOIDC, form: string): string
}

/** An OpenID provider with the demo accounts for one portal origin. */
export async function createOpenidProvider({
  origin,
  config,
  accounts,
  logoutPage,
}: ProviderDeps): Promise<Provider> {
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
    acrValues: [...new Set([...(config.OIDC_ACR_VALUES ?? []), ...(config.STEP_UP_ACR_VALUES ?? [])])],
    claims: {
      openid: ['sub', config.OIDC_CLIENT_CLAIM, 'amr', 'auth_time', 'acr'],
      profile: ['name'],
      email: ['email'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    interactions: { url: (_ctx, { uid }) => `${basePath}/interaction/${uid}` },
    findAccount: (_ctx, id) => findDemoAccount(accounts, id, config.OIDC_CLIENT_CLAIM),
    loadExistingGrant: grantConsent,
    renderError: (ctx) => ctx.redirect('/sign-in-failed?reason=failed'),
    features: {
      devInteractions: { enabled: false },
      claimsParameter: { enabled: true },
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

type Entry = { payload: AdapterPayload; until: number }

const maxEntries = 10_000

/**
 * In-memory storage of the identity provider. After a restart, people sign in to it again, and their portal sessions
 * continue.
 */
export function createProviderStore(): (model: string) => Adapter {
  const entries = new Map<string, Entry>()
  const read = (key: string) => {
    const found = entries.get(key)
    if (found && found.until > now().getTime()) return found.payload
    entries.delete(key)
    return undefined
  }
  const findKeys = (matches: (payload: AdapterPayload) => boolean) =>
    [...entries].filter(([, { payload }]) => matches(payload)).map(([key]) => key)

  return (model) => {
    const entryKey = (id: string) => `${model}:${id}`
    return {
      async upsert(id, payload, expiresIn = 0) {
        const [oldest] = entries.keys()
        if (entries.size >= maxEntries && oldest) entries.delete(oldest)
        entries.set(entryKey(id), { payload, until: now().getTime() + expiresIn * 1000 })
      },
      find: async (id) => read(entryKey(id)),
      findByUid: async (uid) => read(findKeys((payload) => payload.uid === uid)[0] ?? ''),
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = read(entryKey(id))
        if (payload) payload.consumed = Math.floor(now().getTime() / 1000)
      },
      async destroy(id) {
        entries.delete(entryKey(id))
      },
      async revokeByGrantId(grantId) {
        for (const key of findKeys((payload) => payload.grantId === grantId)) entries.delete(key)
      },
    }
  }
}
