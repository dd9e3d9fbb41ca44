import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pageFacts } from '#platform/web/bootstrap-data.ts'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'
import classes from './header.module.css'
import { CompanyMark } from './logo.tsx'

/** Whose portal this is, and the way back to its start; below, what staff have besides. */
export function Header({ children }: { children?: ReactNode }) {
  return (
    <header className={classes.header} data-noprint>
      <div className={children ? classes.rows : classes.row}>
        <Link to="/" className={classes.home}>
          <CompanyMark />
          <span>{pageFacts().companyName}</span>
        </Link>
        <ColorSchemeSwitch />
        {children}
      </div>
    </header>
  )
}
