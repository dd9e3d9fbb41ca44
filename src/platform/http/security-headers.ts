import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Config } from '../config/settings.ts'
import { policySources } from '../contract/embed-sources.ts'
import { staticPageStylesHash } from './html-template.ts'
import { problem } from './problem.ts'
import { problemMessages } from './problem-messages.ts'

/**
 * The headers of every response: a strict content security policy with a fresh nonce, and related headers.
 */
export async function registerSecurityHeaders(app: FastifyInstance, config: Config) {
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: { useDefaults: false, directives: createDirectives(config) },
    strictTransportSecurity: config.PUBLIC_URL?.startsWith('https:') ? strictTransport : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(self), payment=()')
    if (isNeverKept(request.url)) reply.header('cache-control', 'no-store')
  })
}

const strictTransport = { maxAge: 31_536_000, includeSubDomains: true }

const isNeverKept = (url: string) => /^\/(api\/|(healthz|readyz)(\?|$))/.test(url)

/** The same headers for responses outside the normal request lifecycle, without a nonce. */
export async function constantHeaders(config: Config): Promise<Record<string, string>> {
  const app = Fastify()
  await registerSecurityHeaders(app, config)
  const { headers } = await app.inject('/api/')
  await app.close()
  const ofSecurity = Object.entries(headers).filter(([name]) => !aboutTheBody.has(name))
  return Object.fromEntries(
    ofSecurity.map(([name, value]) => [name, String(value).replaceAll(/ 'nonce-[^']*'/g, '')]),
  )
}

const aboutTheBody: ReadonlySet<string> = new Set(['content-type', 'content-length', 'date', 'connection'])

function createDirectives(config: Config) {
  const mapSources = externalMapSources(config)
  const videoHosts = config.VIDEO_HOSTS
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", staticPageStylesHash],
    'img-src': [...policySources('image', videoHosts), 'data:', 'blob:', ...mapSources],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...mapSources],
    'worker-src': ["'self'", 'blob:'],
    'frame-src': policySources('frame', videoHosts),
    'media-src': policySources('media', videoHosts),
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default', 'dompurify', 'svelte-trusted-html'],
  }
}

/** The origin of an external map. */
function externalMapSources({ MAP_STYLE_URL, MAP_HOSTS }: Config): string[] {
  return MAP_STYLE_URL ? [new URL(MAP_STYLE_URL).origin, ...MAP_HOSTS.map((host) => `https://${host}`)] : []
}

/**
 * Rejects requests sent by a page of another site (403). A Strict session cookie is not sent with them
 * anyway; these headers also protect against lenient browsers, neighboring sites and endpoints without a
 * session.
 */
export function rejectOtherSites(request: FastifyRequest, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isElsewhere = site !== undefined && site !== 'same-origin'
  if (isElsewhere || (origin !== undefined && !isOurs(origin, request.host, PUBLIC_URL)))
    throw problem(403, problemMessages.otherSite, {}, { refusal: { reason: 'cross-site request' } })
}

function isOurs(origin: string, host: string, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const named = new URL(origin)
  return named.host === host || (publicUrl !== undefined && named.origin === new URL(publicUrl).origin)
}
