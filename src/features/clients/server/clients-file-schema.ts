import { z } from 'zod'
import { paper } from '#clients/contract.ts'
import { messages as operator } from '#platform/cli/cli-messages.ts'
import { findDuplicates, words } from '#platform/cli/yaml-file.ts'
import { timeZone } from '#platform/config/setting-schemas.ts'
import { parseDay } from '#platform/contract/date-format.ts'
import { palette } from '#platform/pdf/palette.ts'
import { messages } from './clients-messages.ts'
import { decisionLetter } from './decision-letter-schema.ts'
import { retention } from './retention-schema.ts'

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const flag = z.boolean().default(false)
const clientId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/, messages.clientId)
const clientCode = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,19}$/, messages.clientCode)
const reportCode = z.string().regex(/^[A-Z][A-Z0-9]{0,19}$/, messages.reportCode)
const html = z.string().max(200_000, operator.tooLong(200_000))

const providerSearch = z.preprocess(
  (entry) => (typeof entry === 'string' ? { key: entry } : entry),
  z.strictObject({
    key: z.string(),
    networks: z.array(z.string()).min(1, messages.noNetwork).nullable().default(null),
  }),
)

const accountManager = z.strictObject({
  name: words(100),
  title: words(100),
  email: z.email(messages.email).max(254, operator.tooLong(254)),
  phone: words(40),
  /** A relative path or a data URL. */
  picture: z.string().nullable().default(null),
})

const line = (maxLength: number) =>
  words(maxLength)
    .refine((text) => !text.includes('\n'), messages.oneLine)
    .nullable()
    .default(null)
const phone = line(40)

const labels = z.record(words(60), words(200)).default({})
export const vob = z.strictObject({
  groups: labels,
  carriers: labels,
  mailing: labels,
  phoneNumbers: labels,
  faxNumbers: labels,
  sincerely: words(200),
})

/** Inline HTML or a relative path; the stored HTML stays if both are omitted. */
const htmlSource = { html: html.optional(), file: z.string().min(1, operator.blank).optional() }
const home = z
  .strictObject({
    banner: words(500).nullable().default(null),
    videoUrl: words(2000).nullable().default(null),
    ...htmlSource,
  })
  .refine(hasOneSource, messages.writtenTwice)

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const country = z
  .string()
  .refine((code) => /^[A-Z]{2}$/.test(code) && countryNames.of(code) !== undefined, messages.country)

/** The numbers that members and providers call; `countries` by ISO 3166-1 code. */
export const cardPhones = z.strictObject({
  usaAndCanada: phone,
  elsewhere: phone,
  providers: phone,
  countries: z.record(country, words(40)).default({}),
})

/** The card settings without the logo. */
export const cardSettings = z.strictObject({
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, messages.color)
    .default(palette.blue),
  phones: cardPhones.refine(({ usaAndCanada, elsewhere }) => usaAndCanada ?? elsewhere, messages.noPhone),
  group: line(60),
  address: words(200).nullable().default(null),
})
/** The logo as a relative path or a data URL. */
const card = cardSettings.extend({ logo: z.string().nullable().default(null) })

const member = z
  .strictObject({
    showIdCard: flag,
    showEnglishAndGerman: flag,
    card: card.nullable().default(null),
    ...htmlSource,
  })
  .refine(hasOneSource, messages.writtenTwice)

/** Amounts by currency, in whole units. */
export const amountLimits = z
  .record(
    z.string().refine((code) => currencies.has(code), messages.baseCurrency),
    z.int(messages.limit).min(0, messages.limit).max(1_000_000_000, messages.limit),
  )
  .refine((limits) => Object.keys(limits).length > 0, messages.noLimit)

const holiday = z.string().refine((text) => /^\d/.test(text) && text === parseDay(text), messages.holiday)
const dueLimit = (most: number) =>
  z.int().min(1, messages.dueLimit(most)).max(most, messages.dueLimit(most)).optional()

/** How long a decision on a pending bill may take: a number of hours or of working days. */
export const dueRule = z
  .strictObject({
    hours: dueLimit(8760),
    workingDays: dueLimit(260),
    timeZone: z.string().refine((zone) => timeZone.safeParse(zone).success, messages.dueTimeZone),
    holidays: z
      .array(holiday)
      .max(400, messages.holidays(400))
      .default([])
      .superRefine((days, context) => {
        for (const [at, day] of days.entries())
          if (at > 0 && day <= (days[at - 1] ?? ''))
            context.addIssue({ code: 'custom', path: [at], message: messages.holidayOrder(day) })
      }),
  })
  .refine(({ hours, workingDays }) => hours !== undefined || workingDays !== undefined, messages.dueNothing)
  .refine(({ hours, workingDays }) => hours === undefined || workingDays === undefined, messages.dueBoth)
export type DueRule = z.output<typeof dueRule>

const code = z.strictObject({ code: clientCode, name: words(100), dueRule: dueRule.nullable().default(null) })

const client = z.strictObject({
  id: clientId,
  name: words(100),
  enabled: z.boolean().default(true),
  codes: z.array(code).default([]),
  currentActivity: flag,
  patientSearch: flag,
  clientAuth: flag,
  caseSummary: flag,
  authorizers: z.enum(['all', 'granted']).default('granted'),
  dueRule: dueRule.nullable().default(null),
  undoSeconds: z
    .int(messages.undoSeconds)
    .min(0, messages.undoSeconds)
    .max(600, messages.undoSeconds)
    .default(30),
  stepUpAbove: amountLimits.nullable().default(null),
  secondPersonAbove: amountLimits.nullable().default(null),
  emergencyMinutes: z
    .int(messages.emergencyMinutes)
    .min(5, messages.emergencyMinutes)
    .max(240, messages.emergencyMinutes)
    .nullable()
    .default(null),
  decisionLetter: decisionLetter.nullable().default(null),
  paper: paper.default('letter'),
  baseCurrency: z
    .string()
    .refine((code) => currencies.has(code), messages.baseCurrency)
    .nullable()
    .default(null),
  retention: retention.nullable().default(null),
  providerSearches: z.array(providerSearch).default([]),
  reports: z.array(z.strictObject({ code: reportCode, name: words(100), multiClient: flag })).default([]),
  accountManagers: z.array(accountManager).default([]),
  vob: vob.nullable().default(null),
  home: home.prefault({}),
  member: member.nullable().default(null),
})
export type WrittenClient = z.output<typeof client>

const externalSearch = z.strictObject({
  name: words(100),
  url: words(2000).refine((text) => /^https:\/\/\S+$/.test(text) && URL.canParse(text), messages.url),
  position: z.int().min(1, messages.position).max(1000, messages.position),
})
export type ExternalSearch = z.output<typeof externalSearch>

/** The clients file, before referenced pictures and HTML are loaded. */
export const clientsSchema = z
  .strictObject({
    clients: z.array(client).default([]),
    externalSearches: z.array(externalSearch).optional(),
  })
  .superRefine(({ clients, externalSearches = [] }, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    for (const { path, values, word } of uniqueValues(clients, externalSearches)) {
      findDuplicates(values).forEach(([index, value]) => {
        refuse(path(index), operator.twice(word, value))
      })
    }
  })

type UniqueValues = { word: string; values: string[]; path: (index: number) => (string | number)[] }

/** Returns the lists in which no value may occur twice. */
function uniqueValues(clients: WrittenClient[], external: ExternalSearch[]): UniqueValues[] {
  const codes = clients.flatMap((each, at) => each.codes.map(({ code }, index) => ({ code, at, index })))
  const within = (list: 'providerSearches' | 'reports' | 'accountManagers', name: string, word: string) =>
    clients.map((each, at) => ({
      word,
      values: each[list].map((entry) => String(Object(entry)[name])),
      path: (index: number) => ['clients', at, list, index, name],
    }))
  return [
    { word: 'the id', values: clients.map(({ id }) => id), path: (at) => ['clients', at, 'id'] },
    {
      word: 'the code',
      values: codes.map(({ code }) => code),
      path: (nth) => ['clients', codes[nth]?.at ?? 0, 'codes', codes[nth]?.index ?? 0, 'code'],
    },
    ...within('providerSearches', 'key', 'the search'),
    ...within('reports', 'code', 'the report'),
    ...within('accountManagers', 'name', 'the name'),
    ...(['name', 'position'] as const).map((name) => ({
      word: `the ${name}`,
      values: external.map((each) => String(each[name])),
      path: (at: number) => ['externalSearches', at, name],
    })),
  ]
}

function hasOneSource({ html, file }: { html?: string | undefined; file?: string | undefined }) {
  return html === undefined || file === undefined
}
