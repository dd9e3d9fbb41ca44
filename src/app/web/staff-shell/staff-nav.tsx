import { VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { queueCountKey, queueStatusKey, readQueue } from '#authorizations/queue-contract.ts'
import type { ClientConfiguration } from '#clients/contract.ts'
import { currentClient, isInternalStore, useConfiguration } from '#clients/web/configuration-store.ts'
import { call } from '#platform/web/api-client.ts'
import { backgroundQuery } from '#platform/web/background-query.ts'
import { useStored } from '#platform/web/storage.ts'
import { hasLiveToken } from '#sign-in/web/session-store.ts'
import classes from './staff-bar.module.css'
import { messages as staff } from './staff-messages.ts'
import { useDropdown } from './use-dropdown.ts'

type StaffNavigationProps = {
  id: string
  /** Whether a button opens the links, and whether it has. */
  isInMenu: boolean
  isOpen: boolean
  onGo: () => void
}

/** The links of the staff area. */
export function StaffNavigation({ id, isInMenu, isOpen, onGo }: StaffNavigationProps) {
  const router = useRouter()
  const configuration = useConfiguration()
  const [isInternal] = useStored(isInternalStore, false)
  const links = staffLinks({ configuration, isInternal }, (path) => path in router.routesByPath)
  const entry = ({ path, label }: { path: string; label: string }) => (
    <li key={path}>
      <Link to={path} onClick={onGo}>
        {label}
        {path === authorizationPath && <PendingCount />}
      </Link>
    </li>
  )
  return (
    <nav aria-label={staff.navigation}>
      <ul id={id} className={classes.links} data-open={isOpen || undefined}>
        {links.before.map(entry)}
        <ProviderSearchMenu searches={configuration?.providerSearches ?? []} isInMenu={isInMenu} />
        {links.after.map(entry)}
      </ul>
    </nav>
  )
}

const pollMs = 60_000

/** The number of pending authorizations. While the list is open, it comes with the status of the list. */
function PendingCount() {
  const queries = useQueryClient()
  const isListOpen = () =>
    queries.getQueryCache().findAll({ queryKey: queueStatusKey, type: 'active' }).length > 0
  const { data } = useQuery({
    ...backgroundQuery({
      queryKey: [...queueCountKey, currentClient()?.id],
      load: (signal) => call(readQueue, {}, signal),
      canLoad: () => hasLiveToken() && !isListOpen(),
      pollMs,
    }),
    staleTime: pollMs / 2,
  })
  if (!data || data.pending === 0) return null
  return (
    <span className={classes.count}>
      {data.pending.toLocaleString('en-US')}
      <VisuallyHidden> {staff.pending}</VisuallyHidden>
    </span>
  )
}

/** The data that the menu depends on. */
export type Menu = { configuration: ClientConfiguration | undefined; isInternal: boolean }

const authorizationPath = '/authorization'

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
    path: authorizationPath,
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

type Searches = ClientConfiguration['providerSearches']
/** Whether the list is inside the opened menu of a narrow bar, not above the page. */
type ListOptions = { isInMenu: boolean }

/** The provider search menu: a link to the only search, or a list. */
function ProviderSearchMenu({ searches, isInMenu }: ListOptions & { searches: Searches }) {
  const [only] = searches
  if (!only) return null
  if (searches.length === 1)
    return (
      <li>
        <NewTab url={only.url}>{staff.providerSearch}</NewTab>
      </li>
    )
  return <SearchList searches={searches} isInMenu={isInMenu} />
}

function SearchList({ searches, isInMenu }: ListOptions & { searches: Searches }) {
  const list = useDropdown<HTMLLIElement>({ staysOpen: isInMenu })
  return (
    <li className={classes.several} {...list.container}>
      <button {...list.button} aria-controls="provider-searches">
        {staff.providerSearch}
        <IconChevronDown size={16} stroke={2} aria-hidden />
      </button>
      <ul id="provider-searches" className={classes.list} hidden={!list.isOpen}>
        {searches.map(({ code, name, url }) => (
          <li key={code}>
            <NewTab url={url}>{name}</NewTab>
          </li>
        ))}
      </ul>
    </li>
  )
}

function NewTab({ url, children }: { url: string; children: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {children}
      <VisuallyHidden> {staff.newTab}</VisuallyHidden>
    </a>
  )
}
