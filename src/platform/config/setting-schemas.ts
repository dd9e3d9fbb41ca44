import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { isAddress as isMailAddress } from '../contract/mail-address.ts'
import { splitConnectionString } from '../db/check-external-database.ts'
import { messages } from './messages.ts'

/** An environment setting: its parser, its meaning, and an example for error messages. */
export type Setting<Schema extends z.ZodType = z.ZodType> = {
  schema: Schema
  byDefault: string
  meaning: string
  example: string
  /** Whether the value may contain a password: messages never show it, and `NAME_FILE` can name a file with it. */
  isSecret?: boolean
}

export const setting = <Schema extends z.ZodType>(
  schema: Schema,
  byDefault: string,
  meaning: string,
  example: string,
): Setting<Schema> => ({ schema, byDefault, meaning, example })

/** A setting whose value may contain a password. */
export const secret = <Schema extends z.ZodType>(
  ...described: Parameters<typeof setting<Schema>>
): Setting<Schema> => ({ ...setting(...described), isSecret: true })

const faults = messages.settingFaults

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, faults.notNumber)
    .transform(Number)
    .refine((number) => number >= least, faults.below(least))
    .refine((number) => number <= most, faults.above(most))

export const port = wholeNumber(0, 65_535)
/** A whole number from 1 to a maximum, by default a billion. */
export const count = (most = 1_000_000_000) => wholeNumber(1, most)
/**
 * At least five connections: four reports with rows may hold one each while they are drawn, and the rest
 * serve other requests.
 */
export const connections = wholeNumber(5, 1000)
export const onOff = z.enum(['on', 'off'], faults.notOnOff).transform((value) => value === 'on')
export const words = z.string().trim().min(1, faults.blank)
/** A program and its arguments: words, with those containing spaces in double quotes. */
export const commandLine = z.string().transform((text, context) => {
  const found = Array.from(text.matchAll(/"([^"]*)"|([^\s"]+)/g), ([, quoted, word]) => quoted ?? word ?? '')
  if (!found[0]) context.addIssue({ code: 'custom', message: faults.blank })
  return found
})
export const webAddress = z.url({ protocol: /^https?$/, error: faults.notWebAddress })
const databaseServer = z.url({ protocol: /^postgres(ql)?$/ })
/**
 * Whether the name and password in an address are percent-encoded. Unless they are, what follows a reserved character in
 * them is taken for the host, and its error would not say why.
 */
const isPercentEncoded = (text: string) => {
  const [address = '', query = ''] = text.split(/\?(.*)/s)
  const login = /:\/\/(.*)@/s.exec(address)?.[1] ?? ''
  return !/#|%(?![\da-f]{2})/i.test(text) && !/[/@]/.test(login) && !/^[^=&]*@/.test(query)
}
/** A libpq connection string: one host, or several separated by commas. */
export const databaseAddress = z
  .string()
  .refine(isPercentEncoded, { error: faults.notPercentEncoded, abort: true })
  .refine(
    (text) => splitConnectionString(text).every((each) => databaseServer.safeParse(each).success),
    faults.notDatabaseAddress,
  )
  .refine(
    (text) => !/[?&]target_session_attrs=(?!(read-write|primary)(&|$))/.test(text),
    faults.notSessionTarget,
  )
/** One server, because its lag is measured in other sessions than those of searches. */
export const replicaAddress = z
  .string()
  .refine(
    (text) =>
      databaseServer.safeParse(text).success &&
      splitConnectionString(text).length === 1 &&
      !/[?&]target_session_attrs=/.test(text),
    faults.notOneReplica,
  )
export const mailServer = z
  .string()
  .refine(isPercentEncoded, { error: faults.notPercentEncoded, abort: true })
  .pipe(z.url({ protocol: /^smtps?$/, error: faults.notMailServer }))
  .refine(hasPlainMailOptions, faults.notMailOption)
/**
 * Whether the options of a mail server about TLS are written in full, because nodemailer also understands 0 and an empty
 * value, and whether no `service` replaces the server.
 */
function hasPlainMailOptions(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { searchParams } = new URL(address)
  const isPlain = (name: string) =>
    /^(true|false)?$/.test(searchParams.getAll(name).join()) && searchParams.get(name) !== ''
  return isPlain('requireTLS') && isPlain('ignoreTLS') && !searchParams.has('service')
}
/** An email address, alone or after a name: `Acme Assistance <portal@acme.example>`. */
export const mailSender = z.string().transform((text, context) => {
  const [, name, address = text.trim()] = /^\s*"?([^"<>\p{Cc}]+?)"?\s*<([^<>]*)>\s*$/u.exec(text) ?? []
  if (!isMailAddress(address)) context.addIssue({ code: 'custom', message: faults.notMailSender })
  return { name, address }
})
/**
 * The name of a time zone, also a newer or older one of the same zone, such as Europe/Kyiv or US/Eastern. Offsets
 * ("+02:00") are rejected, because PostgreSQL reads them with the opposite sign, and so are names without a place
 * ("EST5EDT"), which do not follow the clocks of one.
 */
export const timeZone = z
  .string()
  .refine((zone) => zone === 'UTC' || (zone.includes('/') && isKnownZone(zone)), faults.notTimeZone)
function isKnownZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A period such as "10 years", which PostgreSQL reads as an interval. */
export const period = z.string().regex(/^[1-9]\d{0,4} (days?|months?|years?)$/, faults.notPeriod)

/** One or more words, separated by commas or spaces. */
export const wordList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((entries) => entries.length > 0, faults.blank)

/** Entries separated by commas or spaces; an error names the wrong entry through the params of its issue. */
const listSchema = (isRight: (entry: string) => boolean, fault: string) =>
  z.string().transform((text, context) => {
    const entries = text.split(/[\s,]+/).filter(Boolean)
    const wrong = entries.find((entry) => !isRight(entry))
    if (wrong) context.addIssue({ code: 'custom', message: fault, params: { shown: wrong } })
    return entries
  })

const hostPattern = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i
/**
 * Whether text is a host name. One that ends in a number is meant as an IPv4 address; browsers read it that
 * way, too.
 */
export const isHostName = (text: string) => hostPattern.test(text) && !/(^|\.)\d+$/.test(text)
/** Whether text is an IP address as people write it; the library alone would read "1" as 0.0.0.1. */
const isAddress = (text: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text))
const isRange = (text: string) => isAddress(text.split('/')[0] ?? '') && ipaddr.isValidCIDR(text)

export const host = z.string().refine((text) => isAddress(text) || isHostName(text), faults.notHost)
export const hostNames = listSchema(isHostName, faults.notHostName)
export const addresses = listSchema((text) => isAddress(text) || isRange(text), faults.notAddress)
/** The addresses of trusted proxies. A range that covers all addresses is rejected. */
export const trustedAddresses = addresses.refine((entries) => !entries.some((entry) => /\/0+$/.test(entry)), {
  error: faults.everybody,
})

const link = z.object({ label: z.string().min(1), url: z.url({ protocol: /^https?$/ }) })

/**
 * Parses an operator's links, each a label and an address, separated by commas: "Privacy https://…, Terms
 * https://…".
 */
export const linkList = z.string().transform((text, context) =>
  text.split(',').map((entry) => {
    const [, label, url] = /^\s*(.+?)\s+(\S+)\s*$/.exec(entry) ?? []
    const result = link.safeParse({ label, url })
    if (result.success) return result.data
    context.addIssue({
      code: 'custom',
      message: messages.settingFaults.notLink,
      params: { shown: entry.trim() },
    })
    return z.NEVER
  }),
)
