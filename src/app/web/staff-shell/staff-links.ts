import type { ClientConfiguration } from '#clients/contract.ts'
import { messages } from '../messages.ts'

/** The data that the menu depends on. */
export type Menu = { configuration: ClientConfiguration | undefined; isInternal: boolean }

type StaffLink = { path: string; label: string; isOffered: (menu: Menu) => boolean }

const { staff } = messages

/** The links before and after the provider searches (first specification, section 2). */
const before: readonly StaffLink[] = [
  {
    path: '/current-activity',
    label: staff.currentActivity,
    isOffered: ({ configuration }) => configuration?.currentActivity ?? false,
  },
  {
    path: '/patient-search',
    label: staff.patientSearch,
    isOffered: ({ configuration }) => configuration?.patientSearch ?? false,
  },
]
const after: readonly StaffLink[] = [
  {
    path: '/reports',
    label: staff.reports,
    isOffered: ({ configuration }) => (configuration?.reports.length ?? 0) > 1,
  },
  {
    path: '/authorization',
    label: staff.authorization,
    isOffered: ({ configuration }) => configuration?.clientAuth ?? false,
  },
  {
    path: '/account-management',
    label: staff.contact,
    isOffered: ({ configuration }) => configuration !== undefined,
  },
  { path: '/client-selector', label: staff.selectClient, isOffered: ({ isInternal }) => isInternal },
]

/** The links for a person, limited to pages that exist. */
export function staffLinks(menu: Menu, hasPage: (path: string) => boolean) {
  const offered = ({ path, isOffered }: StaffLink) => hasPage(path) && isOffered(menu)
  return { before: before.filter(offered), after: after.filter(offered) }
}
