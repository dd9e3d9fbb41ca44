import { expect, test } from 'vitest'
import type { ClientConfiguration } from '#clients/contract.ts'
import { type Menu, staffLinks } from './staff-nav.tsx'

const report = (code: string) => ({ code, name: code, multiClient: true })
const search = ({ isVOB }: { isVOB: boolean }) => ({ code: 's', name: 's', url: '/s', isSecure: true, isVOB })
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

test('a client without features still has the contact link', () => {
  expect(ofClient({})).toEqual(['CONTACT'])
})

test('a client with every feature has all links in the specified order', () => {
  const everything = {
    currentActivity: true,
    patientSearch: true,
    clientAuth: true,
    providerSearches: [search({ isVOB: false }), search({ isVOB: true })],
    reports: [report('SAVINGS'), report('ACTIVITY')],
  }
  expect(ofClient(everything)).toEqual([
    'Current Activity',
    'Patient Search',
    'Reports',
    'Authorizations',
    'VOBs',
    'CONTACT',
  ])
})

test('hides the letters without a search with verifications of benefits', () => {
  expect(ofClient({ providerSearches: [search({ isVOB: false })] })).toEqual(['CONTACT'])
})

test('hides the reports link for a single report', () => {
  expect(ofClient({ reports: [report('SAVINGS')] })).toEqual(['CONTACT'])
})

test('internal staff see only the client selector before choosing a client', () => {
  expect(labels({ configuration: undefined, isInternal: true })).toEqual(['Select client'])
  expect(labels({ configuration: nothing, isInternal: true })).toEqual(['CONTACT', 'Select client'])
})

test('shows only links to pages that exist', () => {
  const menu = { configuration: { ...nothing, patientSearch: true }, isInternal: false }
  expect(labels(menu, (path) => path === '/account-management')).toEqual(['CONTACT'])
})
