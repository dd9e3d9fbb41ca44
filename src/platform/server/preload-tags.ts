import { readFile } from 'node:fs/promises'
import { z } from 'zod'

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
export type PreloadHints = { source: string; calls: readonly string[] }

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
