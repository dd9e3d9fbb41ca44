import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ClientConfiguration } from '#clients/contract.ts'
import { currentClientStore, isInternalStore, useConfiguration } from '#clients/web/configuration-store.ts'
import { useStored, useStoredValue } from '#platform/web/storage.ts'
import { tokenStore } from '#sign-in/web/session-store.ts'
import { messages } from '../messages.ts'
import { ProviderSearchMenu } from './provider-search-menu.tsx'
import classes from './staff-nav.module.css'

const { staff } = messages

/** The staff navigation with person, client and links; narrow screens open it with a button. */
export function StaffNav() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls="staff-menu"
        onClick={() => setOpen(!isOpen)}
      >
        {staff.menu}
      </button>
      <div id="staff-menu" className={classes.menu} data-open={isOpen || undefined}>
        <Person />
        <StaffNavigation onGo={() => setOpen(false)} />
      </div>
    </>
  )
}

function Person() {
  const token = useStoredValue(tokenStore)
  const client = useStoredValue(currentClientStore)
  const [isInternal] = useStored(isInternalStore, false)
  return (
    <div className={classes.person}>
      <p>{staff.loggedInAs(token?.name ?? '')}</p>
      {client?.label && <p>{(isInternal ? staff.viewingClient : staff.ownClient)(client.label)}</p>}
      <Link to="/logout" preload={false}>
        {staff.logout}
      </Link>
    </div>
  )
}

function StaffNavigation({ onGo }: { onGo: () => void }) {
  const router = useRouter()
  const configuration = useConfiguration()
  const [isInternal] = useStored(isInternalStore, false)
  const links = staffLinks({ configuration, isInternal }, (path) => path in router.routesByPath)
  const entry = ({ path, label }: { path: string; label: string }) => (
    <li key={path}>
      <Link to={path} onClick={onGo}>
        {label}
      </Link>
    </li>
  )
  return (
    <nav aria-label={staff.navigation}>
      <ul className={classes.links}>
        {links.before.map(entry)}
        <ProviderSearchMenu searches={configuration?.providerSearches ?? []} />
        {links.after.map(entry)}
      </ul>
    </nav>
  )
}

/** The data that the menu depends on. */
export type Menu = { configuration: ClientConfiguration | undefined; isInternal: boolean }

type StaffLink = { path: string; label: string; isOffered: (menu: Menu) => boolean }
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
    path: '/vobs',
    label: staff.vobs,
    isOffered: ({ configuration }) => configuration?.providerSearches.some(({ isVOB }) => isVOB) ?? false,
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
