import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/server/settings.ts'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * The origin that redirects name: PUBLIC_URL's; without it the host that the request names, if that is this
 * machine itself, else the address the portal listens on.
 */
export function originOf(
  request: Pick<FastifyRequest, 'host'>,
  { PUBLIC_URL, HOST, PORT }: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>,
): string {
  if (PUBLIC_URL) return new URL(PUBLIC_URL).origin
  return new URL(`http://${loopback.test(request.host) ? request.host : `${HOST}:${PORT}`}`).origin
}
