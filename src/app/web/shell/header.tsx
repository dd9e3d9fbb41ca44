import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'
import classes from './header.module.css'
import { Logo } from './logo.tsx'

/** The header: logo with link to the start page, and the staff navigation below. */
export function Header({ children }: { children?: ReactNode }) {
  return (
    <header className={classes.header} data-noprint>
      <div className={children ? classes.rows : classes.row}>
        <Link to="/" className={classes.home}>
          <Logo />
          <span>{getBootstrapData().companyName}</span>
        </Link>
        <ColorSchemeSwitch />
        {children}
      </div>
    </header>
  )
}
