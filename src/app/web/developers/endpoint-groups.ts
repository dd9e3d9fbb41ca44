import type { messages } from './messages.ts'
import type { OpenApi, Operation } from './open-api.ts'

export type Call = { path: string; method: string; operation: Operation }

/** An endpoint belongs to the first area whose pattern matches its path. */
const patterns: Readonly<Record<keyof typeof messages.areas, RegExp>> = {
  search:
    /^\/api\/(_gc|info|provider-search-detail|countries|states|cities|providertypes|providers|captcha|sendfeedback|emailProviders)\b/,
  vob: /VOB/,
  cases: /^\/api\/(patients|currentActivity|medicalrecords?|casedocuments?|casesummary|casetimeline|notes)\b/,
  billing: /^\/api\/(bills|billimage|repricinginvoice)\b/,
  authorizations: /^\/api\/itn\b/,
  feed: /^\/api\/backoffice\b/,
  reports: /^\/api\/reports\b/,
  members: /^\/api\/clientmember\b/i,
  clients:
    /^\/api\/(clientconfiguration|autocomplete|client-home-page|account-manager-picture|selector-searches)\b/,
  sessions: /^\/api\/(session|tickets)\b/,
  other: /./,
}

const areas = Object.keys(patterns) as (keyof typeof patterns)[]

/** Groups endpoints by area and sorts them by path; filters by a word if given. */
export function groupEndpoints({ paths }: OpenApi, word = '') {
  const calls = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    .filter((call) =>
      `${call.method} ${call.path} ${call.operation.summary}`
        .toLowerCase()
        .includes(word.trim().toLowerCase()),
    )
    .sort((one, other) => one.path.localeCompare(other.path))
  return areas
    .map((area) => ({
      area,
      calls: calls.filter(({ path }) => area === areas.find((each) => patterns[each].test(path))),
    }))
    .filter(({ calls }) => calls.length > 0)
}

/** The first words of a summary, used as the title. */
export const endpointTitle = ({ operation: { summary }, path }: Call): string =>
  summary.split(/[.,;:]\s|[.,;:]$/)[0] || path
