import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { allowInsecureRequests, Configuration, customFetch, None } from 'openid-client'
import { z } from 'zod'
import { type Config, WrongSettings } from '#platform/server/settings.ts'
import { messages } from '../../messages.ts'
import { demoPassword, demoStaff } from '../demo-accounts.ts'
import type { Development } from '../identity-provider.ts'
import { originOf } from '../origin.ts'
import { loginPage, logoutPage } from './login-page.ts'
import { mountedAt, providerAt } from './provider.ts'

type Provider = Awaited<ReturnType<typeof providerAt>>

/**
 * An identity provider inside the portal with the demonstration accounts, at `/idp`: for trying and developing,
 * refused in production. Gives what sign-in has to know of it.
 */
export function developmentProvider(app: FastifyInstance, config: Config): Development {
  if (config.NODE_ENV === 'production') throw new WrongSettings(messages.noIssuerInProduction)
  const accounts = demoStaff(config.INTERNAL_CLIENT_ID)
  const providers = new Map<string, Promise<Provider>>()
  const nonces = new WeakMap<object, string>()
  const company = config.COMPANY_NAME
  const providerFor = (origin: string) => {
    const found = providers.get(origin) ?? providerAt({ origin, config, accounts, logoutPage: pageToLogOut })
    providers.set(origin, found)
    return found
  }
  const pageToLogOut = ({ req }: { req: object }, form: string) =>
    logoutPage({ company, nonce: nonces.get(req) ?? '', form })

  app.register(async (scope) => {
    const path = `${mountedAt}/interaction/:uid`
    scope.get(path, { schema: { hide: true } }, async (request, reply) => {
      await (await providerFor(originOf(request, config))).interactionDetails(request.raw, reply.raw)
      return page(reply).send(loginPage({ company, nonce: reply.cspNonce.style, accounts }))
    })
    scope.post(path, { schema: { hide: true } }, async (request, reply) => {
      const { username, password } = login.parse(request.body)
      const known = accounts.some((account) => account.username === username)
      if (!isPassword(password) || !known) {
        const nonce = reply.cspNonce.style
        return page(reply)
          .status(401)
          .send(loginPage({ company, nonce, accounts, refused: username }))
      }
      const provider = await providerFor(originOf(request, config))
      const result = { login: { accountId: username } }
      return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
    })
    // Expired, or reached without having asked for it: the way in is through the portal.
    scope.setErrorHandler((_error, _request, reply) => reply.redirect('/token', 303))
  })

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _stream, done) => done(null))
    scope.all(`${mountedAt}/*`, { schema: { hide: true } }, async (request, reply) => {
      const origin = originOf(request, config)
      const provider = await providerFor(origin)
      nonces.set(request.raw, reply.cspNonce.script)
      handOver(request, reply, origin)
      await provider.callback()(request.raw, reply.raw)
    })
  })

  return async (origin) => configurationAt(origin, config, app)
}

const login = z.object({ username: z.string().max(100).catch(''), password: z.string().max(100).catch('') })
const digest = (text: string) => createHash('sha256').update(text).digest()
const isPassword = (text: string) => timingSafeEqual(digest(text), digest(demoPassword))
const page = (reply: FastifyReply) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')

/** Lets the provider answer by itself, with our headers, at the address that the person sees. */
function handOver({ raw }: FastifyRequest, reply: FastifyReply, origin: string) {
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value)
  const { protocol, host } = new URL(origin)
  raw.headers['x-forwarded-proto'] = protocol.replace(':', '')
  raw.headers['x-forwarded-host'] = host
  Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(mountedAt.length) })
  reply.hijack()
}

/** What discovery would find. Behind a public address the portal asks itself over its own port. */
function configurationAt(origin: string, config: Config, app: FastifyInstance): Configuration {
  const issuer = `${origin}${mountedAt}`
  const configuration = new Configuration(
    {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      end_session_endpoint: `${issuer}/session/end`,
    },
    config.OIDC_CLIENT_ID,
    undefined,
    None(),
  )
  allowInsecureRequests(configuration)
  if (config.PUBLIC_URL) {
    configuration[customFetch] = (address, options) => fetch(atOwnPort(address, app), options as RequestInit)
  }
  return configuration
}

function atOwnPort(address: string, app: FastifyInstance): string {
  const [own] = app.addresses()
  if (!own || typeof own === 'string') return address
  const host = own.family === 'IPv6' ? `[${own.address}]` : own.address
  const { pathname, search } = new URL(address)
  return `http://${host}:${own.port}${pathname}${search}`
}
