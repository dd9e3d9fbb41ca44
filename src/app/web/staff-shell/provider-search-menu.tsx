import { VisuallyHidden } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { ClientConfiguration } from '#clients/contract.ts'
import { messages } from '../messages.ts'
import classes from './staff-nav.module.css'

type Searches = ClientConfiguration['providerSearches']

const { staff } = messages

/** The provider search menu: a link to the only search, or a list. */
export function ProviderSearchMenu({ searches }: { searches: Searches }) {
  const [only] = searches
  if (!only) return null
  if (searches.length === 1)
    return (
      <li>
        <NewTab url={only.url}>{staff.providerSearch}</NewTab>
      </li>
    )
  return <SearchList searches={searches} />
}

function SearchList({ searches }: { searches: Searches }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    if (isFloating()) setOpen(false)
  }
  const place = useClickOutside<HTMLLIElement>(close)
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return
    setOpen(false)
    button.current?.focus()
  }
  return (
    <li ref={place} className={classes.several} onBlur={leave} onKeyDown={closeOnEscape}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls="provider-searches"
        onClick={() => setOpen(!isOpen)}
      >
        {staff.providerSearch}
        <IconChevronDown size={16} stroke={2} aria-hidden />
      </button>
      <ul id="provider-searches" className={classes.list} hidden={!isOpen}>
        {searches.map(({ code, name, url }) => (
          <li key={code}>
            <NewTab url={url}>{name}</NewTab>
          </li>
        ))}
      </ul>
    </li>
  )
}

/**
 * Whether the list overlays the page. In the narrow menu it does not, so closing it would move the click
 * target.
 */
const isFloating = () => matchMedia('(min-width: 992px)').matches

function NewTab({ url, children }: { url: string; children: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {children}
      <VisuallyHidden> {staff.newTab}</VisuallyHidden>
    </a>
  )
}
