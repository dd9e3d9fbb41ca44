import { VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ClientConfiguration } from '#clients/contract.ts'
import classes from './staff-bar.module.css'
import { messages as staff } from './staff-messages.ts'
import { useDropdown } from './use-dropdown.ts'

type Searches = ClientConfiguration['providerSearches']
/** Whether the list is inside the opened menu of a narrow bar, not above the page. */
type ListOptions = { isInMenu: boolean }

/** The provider search menu: a link to the only search, or a list. */
export function ProviderSearchMenu({ searches, isInMenu }: ListOptions & { searches: Searches }) {
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
