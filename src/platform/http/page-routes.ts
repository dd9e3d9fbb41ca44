import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { now } from '../contract/clock.ts'
import { escapeHtml } from './html-template.ts'

const built = new URL('../../../dist/web/', import.meta.url)
const hour = 60 * 60 * 1000
const year = 365 * 24 * hour

type Link = { label: string; url: string }

/** The server data that pages have before their first request; everything here is public. */
export type BootstrapData = {
  companyName: string
  companyAddress: string
  serviceEmail: string
  servicePhone: string
  timeZone: string
  /** Hosts whose videos content pages may embed. */
  videoHosts: string[]
  socialLinks: Link[]
  legalLinks: Link[]
  /** The address template of the base map tiles, with `{set}/{z}/{x}/{y}`. */
  baseMapTiles: string
  /** The address of the PMTiles archive with streets. */
  mapTilesUrl: string | undefined
  /** The address of the style of an external map. */
  mapStyleUrl: string | undefined
}

/** What exists at an address; a secure search opens only to signed-in users. */
export type PageKind = 'page' | 'secure search' | 'none'

type PageDeps = {
  bootstrapData: BootstrapData
  /** What exists at an address; unknown addresses get the not-found page. */
  resolvePath: (path: string) => Promise<PageKind>
  /** The source of the page at an address. */
  findSource: (path: string) => string
  /** The addresses that the page at an address requests first. */
  preloadRequests: (path: string) => Promise<readonly string[]>
  /**
   * The readable content of the page at an address, as safe HTML for the time before its code is loaded; may
   * be empty.
   */
  prerender: (path: string) => Promise<string>
}

/**
 * Serves the built pages. Assets are precompressed and cached for a year; every other address gets the same page, with a
 * fresh nonce, and status 404 if nothing exists there.
 */
export async function registerPages(
  app: FastifyInstance,
  { bootstrapData, resolvePath, findSource, preloadRequests, prerender }: PageDeps,
) {
  const page = await readFile(new URL('index.html', built), 'utf8')
  const manifest = await readManifest(new URL('.vite/manifest.json', built))
  await serveFiles(app)
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const [path = '/'] = request.url.split('?')
    if (/^\/(api|scim)\//.test(path)) return reply.callNotFound()
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    const [kind, calls, content] = await Promise.all([
      withFallback(resolvePath(path), 'page'),
      withFallback(preloadRequests(path), []),
      withFallback(prerender(path), ''),
    ])
    reply.status(kind === 'none' ? 404 : 200)
    const frame = page
      .replace('<style>', `<style nonce="${reply.cspNonce.style}">`)
      .replaceAll('<script>', `<script nonce="${reply.cspNonce.script}">`)
      .replace(
        '</template>',
        () => `${preloadTags({ source: findSource(path), calls }, manifest, page)}</template>`,
      )
      .replace('<!--company-->', () => escapeHtml(bootstrapData.companyName))
      .replace('<!--content-->', () => content)
    return injectBootstrapData(frame, {
      ...bootstrapData,
      nonce: reply.cspNonce.style,
      opened: { path, kind },
    })
  })
}

/** The immutable files. */
async function serveFiles(app: FastifyInstance) {
  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('assets/', built)),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: year,
    index: false,
  })
  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('videos/', built)),
    prefix: '/videos/',
    maxAge: hour,
    index: false,
    decorateReply: false,
  })
  // Browsers request the icon for windows that show a PDF.
  for (const name of ['robots.txt', 'favicon.ico'])
    app.get(`/${name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.sendFile(name, fileURLToPath(built), { immutable: false, maxAge: 0 }),
    )
}

/** The result, or the fallback on failure or after 200 ms: the first paint of a page never waits longer. */
function withFallback<T>(work: Promise<T>, other: T): Promise<T> {
  const timeout = delay(200, other, { ref: false })
  return Promise.race([work.catch(() => other), timeout])
}

type PageData = BootstrapData & { nonce: string; opened: { path: string; kind: PageKind } }

function injectBootstrapData(page: string, bootstrapData: PageData) {
  const serverTime = Math.floor(now().getTime() / 1000)
  const json = escapeHtml(JSON.stringify({ ...bootstrapData, serverTime }))
  return page.replace("data-facts='{}'", () => `data-facts='${json}'`)
}

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
)
type Manifest = z.infer<typeof manifest>

/** What a page needs first: the source of its code and its first requests. */
type PreloadHints = { source: string; calls: readonly string[] }

/** Reads the build manifest with the output of each source. */
export async function readManifest(place: URL): Promise<Manifest> {
  return manifest.parse(JSON.parse(await readFile(place, 'utf8')))
}

/** The preload tags for what a page needs first and its frame does not already name. */
export function preloadTags({ source, calls }: PreloadHints, built: Manifest, frame: string): string {
  const missing = [...collectFiles(source, built, new Set())].filter((file) => !frame.includes(file))
  const files = missing.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="/${file}">`
      : `<link rel="modulepreload" crossorigin href="/${file}">`,
  )
  return [
    ...files,
    ...calls.map((call) => `<link rel="preload" as="fetch" crossorigin href="${call}">`),
  ].join('')
}

function collectFiles(source: string, built: Manifest, found: Set<string>): Set<string> {
  const chunk = built[source]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const file of chunk.css) found.add(file)
  for (const part of chunk.imports) collectFiles(part, built, found)
  return found
}
