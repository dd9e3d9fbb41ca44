import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { allowInsecureRequests, Configuration, customFetch, None } from 'openid-client'
import { z } from 'zod'
import { messages as platformMessages } from '#platform/config/messages.ts'
import { isProduction } from '#platform/config/production-rules.ts'
import { type Config, InvalidSettingsError } from '#platform/config/settings.ts'
import { escapeHtml, renderStaticPage } from '#platform/http/html-template.ts'
import { messages } from '../../messages.ts'
import { type DemoAccount, demoCode, demoPassword, demoStaff } from '../demo-accounts.ts'
import { type DevelopmentConfiguration, resolveOrigin } from '../identity-provider.ts'
import { basePath, createOpenidProvider } from './openid-provider.ts'

type Provider = Awaited<ReturnType<typeof createOpenidProvider>>
type DevelopmentDeps = {
  config: Config
  accounts: readonly DemoAccount[]
  /** The provider for the origin of a request. */
  providerFor(request: FastifyRequest): Promise<Provider>
}

/** Limits the cached origins: a portal has a few addresses, but a `host` header can contain any. */
const maxOrigins = 8

declare module 'http' {
  interface IncomingMessage {
    /** The script nonce of the response, for the logout page. */
    scriptNonce?: string
  }
}

/**
 * Serves a built-in identity provider with the demo accounts at `/idp`, for trials and development. Throws in
 * production. Returns its client configuration for each portal origin.
 */
export function developmentProvider(app: FastifyInstance, config: Config): DevelopmentConfiguration {
  if (isProduction(config)) throw new InvalidSettingsError(platformMessages.production.noIssuer)
  const accounts = demoStaff(config.INTERNAL_CLIENT_ID)
  const providers = new Map<string, Promise<Provider>>()
  const providerFor = (request: FastifyRequest) => {
    const origin = resolveOrigin(request, config)
    const found =
      providers.get(origin) ??
      createOpenidProvider({ origin, config, accounts, logoutPage: createLogoutPage(config) })
    providers.set(origin, found)
    found.catch(() => providers.delete(origin))
    const [oldest] = providers.keys()
    if (providers.size > maxOrigins && oldest) providers.delete(oldest)
    return found
  }
  app.register(async (scope) => loginRoutes(scope, { config, accounts, providerFor }))
  app.register(async (scope) => protocolRoutes(scope, { config, accounts, providerFor }))
  return async (origin) => createConfiguration(origin, config, app)
}

const createLogoutPage =
  ({ COMPANY_NAME }: Config) =>
  ({ req }: { req: IncomingMessage }, form: string) =>
    logoutPage({ company: COMPANY_NAME, scriptNonce: req.scriptNonce ?? '', form })

/** The sign-in form. */
function loginRoutes(scope: FastifyInstance, { config, accounts, providerFor }: DevelopmentDeps) {
  const path = `${basePath}/interaction/:uid`
  const company = config.COMPANY_NAME

  const findWantedContext = async (request: FastifyRequest, reply: FastifyReply) => {
    const { params } = await (await providerFor(request)).interactionDetails(request.raw, reply.raw)
    return requestedContext.parse(params.claims)
  }
  const asksForCode = (context: string | undefined) =>
    context !== undefined || Boolean(config.OIDC_AMR_VALUES ?? config.STEP_UP_AMR_VALUES)

  scope.get(path, { schema: { hide: true } }, async (request, reply) => {
    const hasCode = asksForCode(await findWantedContext(request, reply))
    return htmlReply(reply).send(loginPage({ company, accounts, hasCode }))
  })

  scope.post(path, { schema: { hide: true } }, async (request, reply) => {
    const { username, password, code } = login.parse(request.body)
    const acr = await findWantedContext(request, reply)
    const hasCode = asksForCode(acr)
    const isKnown = accounts.some((account) => account.username === username)
    if (!isDemoPassword(password) || !isKnown || (hasCode && code !== demoCode))
      return htmlReply(reply)
        .status(401)
        .send(loginPage({ company, accounts, hasCode, refused: username }))
    const amr = hasCode ? ['pwd', 'otp', 'mfa'] : ['pwd']
    const result = { login: { accountId: username, amr, ...(acr !== undefined && { acr }) } }
    const provider = await providerFor(request)
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
  })

  // Expired or opened directly: start again from the portal.
  scope.setErrorHandler((_error, _request, reply) => reply.redirect('/token', 303))
}

/** Requests that the provider handles itself. */
function protocolRoutes(scope: FastifyInstance, { config, providerFor }: DevelopmentDeps) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _stream, done) => done(null))
  scope.all(`${basePath}/*`, { schema: { hide: true } }, async (request, reply) => {
    const provider = await providerFor(request)
    request.raw.scriptNonce = reply.cspNonce.script
    delegateToProvider(request, reply, resolveOrigin(request, config))
    await provider.callback()(request.raw, reply.raw)
  })
}

const typed = z.string().trim().max(100).catch('')
const login = z.object({ username: typed, password: z.string().max(100).catch(''), code: typed })

/** The authentication context that the portal asks for: the first one of those that it accepts. */
const requestedContext = z
  .string()
  .transform((text) => claimsRequest.parse(JSON.parse(text)).id_token.acr)
  .transform(({ value, values }) => value ?? values?.[0])
  .optional()
  .catch(undefined)
const claimsRequest = z.object({
  id_token: z.object({
    acr: z.object({ value: z.string().optional(), values: z.array(z.string()).optional() }),
  }),
})
const digest = (text: string) => createHash('sha256').update(text).digest()
const isDemoPassword = (text: string) => timingSafeEqual(digest(text), digest(demoPassword))
const htmlReply = (reply: FastifyReply) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')

/** Lets the provider handle the request, with our response headers and under the public origin. */
function delegateToProvider({ raw }: FastifyRequest, reply: FastifyReply, origin: string) {
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value)
  const { protocol, host } = new URL(origin)
  raw.headers['x-forwarded-proto'] = protocol.replace(':', '')
  raw.headers['x-forwarded-host'] = host
  Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(basePath.length) })
  reply.hijack()
}

/** The client configuration. Behind a public URL, the portal calls itself on its own port. */
function createConfiguration(origin: string, config: Config, app: FastifyInstance): Configuration {
  const issuer = `${origin}${basePath}`
  const configuration = new Configuration(
    {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      end_session_endpoint: `${issuer}/session/end`,
      claims_parameter_supported: true,
    },
    config.OIDC_CLIENT_ID,
    undefined,
    None(),
  )
  allowInsecureRequests(configuration)
  if (config.PUBLIC_URL) {
    configuration[customFetch] = (address, options) => fetch(toOwnPort(address, app), options as RequestInit)
  }
  return configuration
}

function toOwnPort(address: string, app: FastifyInstance): string {
  const [own] = app.addresses()
  if (!own || typeof own === 'string') return address
  const host = own.family === 'IPv6' ? `[${own.address}]` : own.address
  const { pathname, search } = new URL(address)
  return `http://${host}:${own.port}${pathname}${search}`
}

type LoginPage = {
  company: string
  accounts: readonly DemoAccount[]
  /** Whether the page also asks for a second factor. */
  hasCode: boolean
  /** The rejected input, to fill in again. */
  refused?: string
}

/** The sign-in page for demo accounts. */
function loginPage({ company, accounts, hasCode, refused }: LoginPage): string {
  const names = accounts.map(({ username }) => `<code>${escapeHtml(username)}</code>`).join(', ')
  const wrong =
    refused === undefined ? '' : `<p class="error" id="wrong" role="alert">${messages.login.wrong}</p>`
  const described = wrong && ' aria-invalid="true" aria-describedby="wrong"'
  const codeField = hasCode
    ? `<label for="code">${messages.login.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required>`
    : ''
  const codeHint = hasCode ? `. ${messages.login.codeIs} <code>${demoCode}</code>` : ''
  return renderStaticPage({
    title: messages.login.title,
    company,
    body: `<form method="post">
${wrong}
<label for="username">${messages.login.username}</label>
<input id="username" name="username" value="${escapeHtml(refused ?? '')}" autocomplete="username" autocapitalize="none"
  spellcheck="false" required autofocus${described}>
<label for="password">${messages.login.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described}>
${codeField}
<button type="submit">${messages.login.submit}</button>
</form>
<p class="hint">${messages.login.development} ${names}. ${messages.login.passwordIs} <code>${demoPassword}</code>${codeHint}</p>`,
  })
}

/** The page that ends the provider session without a click; `form` is the confirmation form of the provider. */
function logoutPage({
  company,
  scriptNonce,
  form,
}: {
  company: string
  scriptNonce: string
  form: string
}): string {
  return renderStaticPage({
    title: messages.logout.title,
    company,
    body: `${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>${messages.logout.submit}</button>
<script nonce="${scriptNonce}">document.querySelector('button').click()</script>`,
  })
}
