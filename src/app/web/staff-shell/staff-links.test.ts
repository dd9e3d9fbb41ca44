import { expect, test } from 'vitest'
import type { ClientConfiguration } from '#clients/contract.ts'
import { type Menu, staffLinks } from './staff-links.ts'

const report = (code: string) => ({ code, name: code, multiClient: true })
const nothing: ClientConfiguration = {
  clientId: 'lagoon',
  clientName: 'Lagoon Health Plan',
  clientCodes: {},
  providerSearches: [],
  currentActivity: false,
  patientSearch: false,
  clientAuth: false,
  mayDecide: false,
  caseSummary: false,
  reports: [],
  accountManagement: [],
  isInternal: false,
  version: '1',
}

const labels = (menu: Menu, hasPage = (_path: string) => true) => {
  const { before, after } = staffLinks(menu, hasPage)
  return [...before, ...after].map(({ label }) => label)
}
const ofClient = (has: Partial<ClientConfiguration>) =>
  labels({ configuration: { ...nothing, ...has }, isInternal: false })

test('a client without anything still has its contact', () => {
  expect(ofClient({})).toEqual(['CONTACT'])
})

test('a client with everything has every link, in the order of the specification', () => {
  const everything = {
    currentActivity: true,
    patientSearch: true,
    clientAuth: true,
    reports: [report('SAVINGS'), report('ACTIVITY')],
  }
  expect(ofClient(everything)).toEqual([
    'Current Activity',
    'Patient Search',
    'Reports',
    'Authorization',
    'CONTACT',
  ])
})

test('a single report is no link to reports', () => {
  expect(ofClient({ reports: [report('SAVINGS')] })).toEqual(['CONTACT'])
})

test('before a client is chosen, internal staff can choose one and nothing else', () => {
  expect(labels({ configuration: undefined, isInternal: true })).toEqual(['Select client'])
  expect(labels({ configuration: nothing, isInternal: true })).toEqual(['CONTACT', 'Select client'])
})

test('a link stands only where the portal has the page', () => {
  const menu = { configuration: { ...nothing, patientSearch: true }, isInternal: false }
  expect(labels(menu, (path) => path === '/account-management')).toEqual(['CONTACT'])
})
