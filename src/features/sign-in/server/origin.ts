import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/server/settings.ts'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * The origin for redirects: PUBLIC_URL if set; otherwise the request host if it is a loopback name, else the listen
 * address.
 */
export function resolveOrigin(
  request: Pick<FastifyRequest, 'host'>,
  { PUBLIC_URL, HOST, PORT }: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>,
): string {
  if (PUBLIC_URL) return new URL(PUBLIC_URL).origin
  return new URL(`http://${loopback.test(request.host) ? request.host : `${HOST}:${PORT}`}`).origin
}
