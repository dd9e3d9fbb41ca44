import { Link } from '@tanstack/react-router'
import { messages } from '#platform/shell-messages.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { PhoneLink } from '#platform/web/link/phone-link.tsx'
import { ShortcutButton } from '../shell/shortcut-button.tsx'
import classes from './staff-footer.module.css'

/** The footer of staff pages, in one line. */
export function StaffFooter() {
  const { serviceEmail, servicePhone, legalLinks } = getBootstrapData()
  return (
    <footer className={classes.footer} data-noprint>
      <div>
        {serviceEmail && (
          <a href={`mailto:${serviceEmail}`}>
            {messages.service}: {serviceEmail}
          </a>
        )}
        {servicePhone && <PhoneLink phone={servicePhone} />}
        <nav aria-label={messages.legal}>
          <span className={classes.keys}>
            <ShortcutButton />
          </span>
          <Link to="/cookies">{messages.cookiesPage}</Link>
          <Link to="/credits">{messages.credits}</Link>
          {legalLinks.map(({ label, url }) => (
            <a key={url} href={url} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  )
}
