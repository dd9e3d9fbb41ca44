import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type FirstNeeds, hintsFor, readManifest } from './page-hints.ts'

const built = new URL('../../../dist/web/', import.meta.url)
const year = 365 * 24 * 60 * 60 * 1000

type Link = { label: string; url: string }

/** What the pages know of the server before their first call; everything here is public. */
export type PageFacts = {
  companyName: string
  serviceEmail: string
  timeZone: string
  /** Hosts whose videos content pages may embed. */
  videoHosts: string[]
  socialLinks: Link[]
  legalLinks: Link[]
}

/** Serves the built pages: assets for a year, precompressed; any other address gets the one page, with a fresh nonce. */
export async function servePages(
  app: FastifyInstance,
  facts: PageFacts,
  firstNeedsOf: (path: string) => FirstNeeds,
) {
  const page = await readFile(new URL('index.html', built), 'utf8')
  const manifest = await readManifest(new URL('.vite/manifest.json', built))
  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('assets/', built)),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: year,
    index: false,
  })
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.sendFile('robots.txt', fileURLToPath(built), { immutable: false, maxAge: 0 }),
  )
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    const [path = '/'] = request.url.split('?')
    const hinted = page.replace('</head>', () => `${hintsFor(firstNeedsOf(path), manifest, page)}</head>`)
    return withFacts(hinted, facts, reply.cspNonce.style)
  })
}

function withFacts(page: string, facts: PageFacts, nonce: string) {
  const json = JSON.stringify({ ...facts, nonce })
    .replaceAll('&', '&amp;')
    .replaceAll("'", '&#39;')
  return page.replace("data-facts='{}'", () => `data-facts='${json}'`)
}
