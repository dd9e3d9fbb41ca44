import { z } from 'zod'

const links = () => z.array(z.object({ label: z.string(), url: z.string() })).default([])

const schema = () =>
  z.object({
    companyName: z.string().default('Client Portal'),
    companyAddress: z.string().optional(),
    serviceEmail: z.string().optional(),
    servicePhone: z.string().optional(),
    timeZone: z.string().default('UTC'),
    videoHosts: z.array(z.string()).default([]),
    socialLinks: links(),
    legalLinks: links(),
    baseMapTiles: z.string().default(''),
    mapTilesUrl: z.string().optional(),
    mapStyleUrl: z.string().optional(),
    nonce: z.string().default(''),
    /** The time on the server when it sent the page, in seconds since the epoch. */
    serverTime: z.number().optional(),
    /** The address that the browser opened, and what the server has there. */
    opened: z.object({ path: z.string(), kind: z.enum(['page', 'secure search', 'none']) }).optional(),
  })
export type BootstrapData = z.infer<ReturnType<typeof schema>>

let read: BootstrapData | undefined

/** The server's data for this page: the attribute `data-facts` of the root element. */
export function getBootstrapData(): BootstrapData {
  read ??= parseBootstrapData(document.getElementById('root')?.dataset.facts ?? '{}')
  return read
}

/** Parses the data from JSON text. Throws if a value has the wrong type. */
export function parseBootstrapData(json: string): BootstrapData {
  return schema().parse(JSON.parse(json))
}
