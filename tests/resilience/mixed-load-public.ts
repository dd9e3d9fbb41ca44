import { setTimeout as pause } from 'node:timers/promises'
import { findPlaces } from '#geography/contract.ts'
import { findIdCard, logMemberIn, logMemberOut, openIdCard, showMemberPage } from '#members/contract.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { buildRequest } from '#platform/web/api-client.ts'
import { findProviderTypes, getSuggestions, searchProviders } from '#provider-search/contract.ts'
import { ranges, toKilometers } from '#provider-search/rules.ts'
import type { DemoPlace } from '#provider-search/server/seed/places-seed.ts'
import type { Random } from '#seed/seeded-random.ts'
import type { Person, Recorder } from './mixed-load.ts'
import type { Run } from './portal-run.ts'

export type PublicContext = {
  recorder: Recorder
  address: string
  random: Random
  /** The headers that give each person an address of their own. */
  headers: Record<string, string>
}

const providerCode = 'publicDomestic'
const networks = { providerCode, networkCode: providerCode }
const words = [
  'cardiologist',
  'urgent care',
  'heart doctor',
  'pediatrics',
  'hospital',
  'mercy',
  'physical therapy',
]
const shortest = 3
const lookMs = 100

/** Sends a request of an endpoint as its page does. */
function createAsk({ recorder, address, headers: own }: PublicContext) {
  return (
    name: string,
    contract: unknown,
    input: Record<string, unknown>,
    more: Record<string, string> = {},
  ) => {
    const { url, init } = buildRequest(contract as Endpoint, input)
    const headers = { ...(init.headers as Record<string, string>), ...own, ...more }
    const kind = contract === logMemberIn ? 'login' : contract === openIdCard ? 'document' : 'page'
    return recorder.record({ name, kind }, () => fetch(`${address}${url}`, { ...init, headers }))
  }
}

/** A visitor who opens the search, types a place and a provider, and searches near several places. */
export async function* createVisitor(context: PublicContext, places: readonly DemoPlace[]): Person {
  const { random, recorder, address, headers } = context
  const ask = createAsk(context)
  for (;;) {
    await recorder.record({ name: 'start page', kind: 'page' }, () => fetch(`${address}/`, { headers }))
    yield
    const { city, stateId, zipcode, latitude, longitude } = random.oneOf(places)
    for (let typed = shortest; typed <= Math.min(city.length, 2 * shortest); typed += 1) {
      await ask('places while typing', findPlaces, { searchTerm: city.slice(0, typed), countryIds: ['US'] })
      yield
    }
    const word = random.oneOf(words)
    const near = { ...networks, countryId: 'US', stateId: stateId ?? '0', latitude, longitude }
    for (let typed = shortest; typed <= word.length; typed += 2) {
      await ask('suggestions while typing', getSuggestions, { ...near, searchTerm: word.slice(0, typed) })
      yield
    }
    await ask('provider types by words', findProviderTypes, {
      ...networks,
      stateId: stateId ?? '0',
      searchTerm: word,
    })
    yield
    const point = {
      ...networks,
      providerSearchCode: providerCode,
      zipCode: zipcode ?? '',
      latitude,
      longitude,
    }
    for (let search = random.between(1, 4); search > 0; search -= 1) {
      const rangeInKM = toKilometers(random.oneOf(ranges), 'mi')
      await ask('providers', searchProviders, { ...point, providerType: '0000000000', rangeInKM })
      yield
    }
  }
}

export type Card = { policy: string; firstName: string; lastName: string; dateOfBirth: string }

/** Reads the demo card in the output of a portal, which prints it once it is ready. */
export async function findDemoCard({ output }: Run): Promise<Card> {
  for (;;) {
    const [, policy, firstName = '', lastName = '', dateOfBirth = ''] =
      /policy (\S+), (\S+) (\S+), born ([\d/]+)/.exec(output()) ?? []
    if (policy !== undefined) return { policy, firstName, lastName, dateOfBirth }
    await pause(lookMs)
  }
}

/** A member who logs in, looks at the card, opens it as a PDF several times, and logs out. */
export async function* createMember(context: PublicContext, card: Card): Person {
  const ask = createAsk(context)
  for (;;) {
    const login = { UserName: 'alpine-member', Password: 'demo-portal-2026' }
    const answer = await ask('member login', logMemberIn, login)
    yield
    const cookie = (answer?.headers.getSetCookie() ?? []).map((set) => set.split(';')[0]).join('; ')
    if (!cookie) continue
    await ask('member page', showMemberPage, {}, { cookie })
    yield
    await ask('ID card', findIdCard, card, { cookie })
    yield
    for (let opened = context.random.between(2, 5); opened > 0; opened -= 1) {
      await ask('ID card as a PDF', openIdCard, card, { cookie })
      yield
    }
    await ask('member logout', logMemberOut, {}, { cookie })
    yield
  }
}
