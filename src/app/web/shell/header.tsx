import { Link } from '@tanstack/react-router'
import { pageFacts } from '#platform/web/page-facts.ts'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'
import { CompanyMark } from './company-mark.tsx'
import classes from './header.module.css'

/** Whose portal this is, and the way back to its start. */
export function Header() {
  return (
    <header className={classes.header} data-noprint>
      <div className={classes.row}>
        <Link to="/" className={classes.home}>
          <CompanyMark />
          <span>{pageFacts().companyName}</span>
        </Link>
        <ColorSchemeSwitch />
      </div>
    </header>
  )
}
