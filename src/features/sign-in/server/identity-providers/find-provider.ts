import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { escapeHtml, renderStaticPage } from '#platform/http/html-template.ts'
import { messages } from '../../messages.ts'
import { safeReturnPath } from '../../rules.ts'
import { staffCookie } from '../cookies.ts'
import type { IdentityProvider } from '../identity-provider.ts'
import { findSession } from '../staff-sessions.ts'
import type { IdentityProviders } from './providers.ts'

/** Redirects to a provider, and from there to a path of the portal. */
type Begin = (
  request: FastifyRequest,
  reply: FastifyReply,
  to: { provider: IdentityProvider; returnTo: string | undefined },
) => Promise<unknown>
type FindDeps = { db: Database; config: Config; providers: IdentityProviders }

const text = messages.findProvider
const path = '/auth/sign-in'
const linkQuery = z
  .object({ client: z.string().max(100).optional(), returnTo: z.string().optional() })
  .catch({})
const form = z.object({
  email: z.string().trim().max(320).catch(''),
  returnTo: z.string().max(500).optional().catch(undefined),
})

/**
 * The provider that a sign-in leads to, if that is known: there is only one, or a link names the client, or the person
 * has a session and confirms who they are.
 */
export async function findProvider(
  request: FastifyRequest,
  isStepUp: boolean,
  { db, config, providers }: FindDeps,
): Promise<IdentityProvider | undefined> {
  if (!providers.hasSeveral) return providers.standard
  const { client } = linkQuery.parse(request.query)
  if (client !== undefined) return providers.ofClient(client)
  const key = isStepUp ? staffCookie.readKey(request, config) : undefined
  const session = key ? await findSession(db, key, config) : undefined
  return session && providers.findByIssuer(session.issuer)
}

/** Asks for the email address, which tells the provider; `wrong` is a rejected input. */
export function askForEmail(
  reply: FastifyReply,
  { config, providers }: Pick<FindDeps, 'config' | 'providers'>,
  { returnTo, wrong }: { returnTo: string | undefined; wrong?: string },
) {
  // Browsers apply `form-action` to the redirects that follow, here to any provider and to those that it relies on.
  const isPlain = providers.all.some((provider) => provider.config.OIDC_ISSUER?.startsWith('http:'))
  const policy = String(reply.getHeader('content-security-policy'))
  const targets = `form-action 'self' https:${isPlain ? ' http:' : ''}`
  reply.header('content-security-policy', policy.replace("form-action 'self'", targets))
  const error = wrong === undefined ? '' : `<p class="error" id="wrong" role="alert">${text.wrong}</p>`
  const described = error && ' aria-invalid="true" aria-describedby="wrong"'
  const body = `<form method="post" action="${path}">
${error}
<label for="email">${text.email}</label>
<input id="email" name="email" type="email" value="${escapeHtml(wrong ?? '')}" autocomplete="username" required autofocus${described}>
<input type="hidden" name="returnTo" value="${escapeHtml(safeReturnPath(returnTo))}">
<button type="submit">${text.next}</button>
</form>`
  return reply
    .status(error ? 422 : 200)
    .type('text/html; charset=utf-8')
    .send(renderStaticPage({ title: text.title, company: config.COMPANY_NAME, body }))
}

/** `POST /auth/sign-in`: leads to the provider of an email address, which is neither stored nor in an address. */
export function emailRoute(app: FastifyInstance, deps: Pick<FindDeps, 'config' | 'providers'>, begin: Begin) {
  app.post(path, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    // Another site could otherwise choose the provider of a person who is signed in there.
    if ((request.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin')
      return reply.redirect('/', 303)
    const { email, returnTo } = form.parse(request.body ?? {})
    const provider = deps.providers.ofEmail(email)
    if (!provider) return askForEmail(reply, deps, { returnTo, wrong: email })
    return begin(request, reply, { provider, returnTo })
  })
}
