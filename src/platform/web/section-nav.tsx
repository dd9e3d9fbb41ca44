import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import classes from './section-nav.module.css'

type Section = {
  path: string
  search?: Record<string, string>
  label: string
  /** The number of items in the section, if known. */
  count?: number | undefined
  isCurrent: boolean
}

/** The path of a section can begin with that of another one. */
const exact = { exact: true }

type SectionNavProps = { label: string; sections: readonly Section[]; className?: string | undefined }

/** Links between the sections of a page, with the number of their items. Phones scroll to the current one. */
export function SectionNav({ label, sections, className }: SectionNavProps) {
  const list = useRef<HTMLUListElement>(null)
  const current = sections.find(({ isCurrent }) => isCurrent)?.path
  useLayoutEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[data-section="${current}"]`)
    if (list.current && link)
      list.current.scrollLeft = link.offsetLeft - (list.current.clientWidth - link.offsetWidth) / 2
  }, [current])
  return (
    <nav aria-label={label} className={`${classes.nav} ${className ?? ''}`}>
      <ul ref={list}>
        {sections.map(({ path, search, label: name, count, isCurrent }) => (
          <li key={path} data-section={path}>
            <Link
              to={path}
              search={search ?? {}}
              activeOptions={exact}
              aria-current={isCurrent ? 'page' : undefined}
            >
              {name}
              {count !== undefined && <span className={classes.count}> {count.toLocaleString('en-US')}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
