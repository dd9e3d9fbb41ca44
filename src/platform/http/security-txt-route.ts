import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/settings.ts'

type Contact = Pick<Config, 'SECURITY_CONTACT' | 'SECURITY_CONTACT_EXPIRES' | 'PUBLIC_URL'>

/**
 * GET /.well-known/security.txt (RFC 9116): where to report a weakness. Without a contact, there is no such file, as for
 * any other unknown path.
 */
export function securityTxtRoute(app: FastifyInstance, config: Contact) {
  const text = formatSecurityTxt(config)
  if (text === undefined) return
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(text),
  )
}

function formatSecurityTxt({
  SECURITY_CONTACT: contact,
  SECURITY_CONTACT_EXPIRES: day,
  PUBLIC_URL: origin,
}: Contact): string | undefined {
  if (!contact || !day) return undefined
  const lines = [
    `Contact: ${contact.startsWith('https:') ? contact : `mailto:${contact}`}`,
    `Expires: ${day}T23:59:59Z`,
    'Preferred-Languages: en',
    ...(origin ? [`Canonical: ${new URL('/.well-known/security.txt', origin)}`] : []),
  ]
  return `${lines.join('\n')}\n`
}
