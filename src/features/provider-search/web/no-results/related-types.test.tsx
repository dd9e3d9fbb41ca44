import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible } from '#test-support/render-component.tsx'
import { findResults, renderSearch, type SearchApi } from '#test-support/render-search.tsx'
import { aProvider, aSearch } from '#test-support/search-factory.ts'
import { getSearchInfo, listProviderTypes, providerDetails, searchProviders } from '../../contract.ts'
import { listRelatedTypes } from '../../related-types-contract.ts'
import { allTypes } from '../../rules.ts'

const aType = (id: string, description: string) => ({ id, description, type: null, disabled: false })
const all = aType(allTypes, 'All')
const emergency = aType('261QE0002X', 'Emergency center')
const hospital = aType('282N00000X', 'Hospital')
const urgentCare = aType('261QU0200X', 'Urgent care center')

const aDetail = (hasEmergencyRoom: boolean | null) => providerDetails.parse({ emergency: hasEmergencyRoom })

type Body = { limit?: number; providerType?: string; rangeInKM?: number }

/** Renders a search for an emergency center that finds none; the distances are those of hospitals. */
const renderNone = (distances: number[], place = 'zip=33131', change: (api: SearchApi) => void = () => {}) =>
  renderSearch(`/domestic?${place}&type=${emergency.id}`, (api) => {
    api.reply(getSearchInfo, aSearch('domestic', { unit: 'mi' }))
    api.reply(listProviderTypes, { results: [all, emergency, hospital, urgentCare] })
    api.reply(listRelatedTypes, { results: [hospital, urgentCare] })
    api.reply(searchProviders, ({ body }) => ({
      results:
        (body as Body).providerType === hospital.id
          ? distances.map((distance, at) => aProvider({ hash: String(at), distance }))
          : [],
    }))
    change(api)
  })

const heading = 'People go to these for similar care:'

test('a failed lookup of related types leaves the other suggestions in place', async () => {
  await renderNone([3], 'zip=33131', (api) => api.fail(listRelatedTypes, 503))
  expect(await screen.findByText('There are none within 311 miles of 33131.')).toBeVisible()
  expect(screen.queryByText(heading)).toBeNull()
})

test('related types without providers are not offered', async () => {
  const { api } = await renderNone([])
  await waitFor(() => expect(api.requests(listRelatedTypes)).toHaveLength(1))
  await screen.findByText('There are none within 311 miles of 33131.')
  expect(screen.queryByText(heading)).toBeNull()
})

test('a search by name has no related types', async () => {
  const { api } = await renderNone([3], 'zip=33131&name=Mercy')
  await screen.findByText('There are none within 311 miles of 33131.')
  expect(api.requests(listRelatedTypes)).toEqual([])
})

test('a related type is offered with its number in the range, and searched for with one click', async () => {
  const { api, user, url } = await renderNone([3, 5, 200])
  const offer = await screen.findByRole('button', { name: 'Hospital (2)' })
  expect(screen.getByText(heading)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Urgent care/ })).toBeNull()
  expect(api.requests(listRelatedTypes)[0]?.url.pathname).toBe(`/api/providertypes/0/${emergency.id}/related`)
  await expectAccessible()
  await user.click(offer)
  await findResults()
  expect(url()).toContain(`zip=33131&type=${hospital.id}`)
})

test.each([
  ['how far the nearest is if none is in the range', [80.467], 'Hospital (50.00 miles away)'],
  ['no exact number above twenty', Array<number>(21).fill(1), 'Hospital (20+)'],
])('says %s', async (_what, distances, name) => {
  await renderNone(distances)
  expect(await screen.findByRole('button', { name })).toBeVisible()
})

test.each([
  ['all', [3, 5], [true, true], 'Hospital (2, with emergency room)'],
  ['some', [3, 5], [true, null], 'Hospital (2, some with emergency room)'],
  ['one outside the range', [3, 200], [null, true], 'Hospital (1)'],
  ['the nearest', [80.467, 90], [true, false], 'Hospital (50.00 miles away, with emergency room)'],
])('says that %s have an emergency room', async (_which, distances, emergencies, name) => {
  await renderNone([], 'zip=33131', (api) =>
    api.reply(searchProviders, ({ body }) => ({
      results:
        (body as Body).providerType === hospital.id
          ? distances.map((distance, at) =>
              aProvider({ hash: String(at), distance, details: aDetail(emergencies[at] ?? null) }),
            )
          : [],
    })),
  )
  expect(await screen.findByRole('button', { name })).toBeVisible()
})

test('related types come before the search for all types, which waits for them', async () => {
  let release = () => {}
  const { api } = await renderNone([3], 'zip=33131', (each) => {
    each.reply(searchProviders, ({ body }) => {
      const { providerType } = body as Body
      return { results: providerType === emergency.id ? [] : [aProvider({ distance: 3 })] }
    })
    release = each.hold(listRelatedTypes)
  })
  await waitFor(() => expect(api.requests(listRelatedTypes)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Search all provider types' })).toBeNull()
  release()
  const allTypesButton = await screen.findByRole('button', { name: 'Search all provider types' })
  const related = screen.getByRole('button', { name: 'Hospital (1)' })
  expect(related.compareDocumentPosition(allTypesButton)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a statewide search counts the providers of the state', async () => {
  const { api } = await renderNone([3, 900], 'state=FL')
  expect(await screen.findByRole('button', { name: 'Hospital (2)' })).toBeVisible()
  const counted = api.requests(searchProviders).map(({ body }) => body as Body)
  expect(counted.find(({ limit }) => limit)).not.toHaveProperty('rangeInKM', 500)
})
