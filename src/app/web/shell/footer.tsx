import { Link } from '@tanstack/react-router'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { PhoneLink } from '#platform/web/link/phone-link.tsx'
import { messages } from '../messages.ts'
import classes from './footer.module.css'
import { ShortcutButton } from './shortcut-button.tsx'

/** The footer: company, links and 24-hour contacts. */
export function Footer() {
  const { companyName, companyAddress, serviceEmail, servicePhone, socialLinks, legalLinks } =
    getBootstrapData()
  return (
    <footer className={classes.footer} data-noprint>
      <div className={classes.columns}>
        <section className={classes.company}>
          <p className={classes.name}>{companyName}</p>
          <p>{messages.company}</p>
          {companyAddress && <p>{companyAddress}</p>}
          <ShortcutButton />
        </section>
        <FooterList title={messages.solutions} links={solutionLinks} />
        <FooterList title={messages.social} links={socialLinks} />
        <FooterList title={messages.legal} links={[...ownLegalLinks, ...legalLinks]} />
        {serviceEmail && (
          <section>
            <h2 className={classes.title}>{messages.contact}</h2>
            <p>
              <a href={`mailto:${serviceEmail}`}>
                {messages.service}
                <br />
                {serviceEmail}
              </a>
            </p>
            {servicePhone && (
              <p>
                <PhoneLink phone={servicePhone} />
              </p>
            )}
          </section>
        )}
      </div>
    </footer>
  )
}

function FooterList({ title, links }: { title: string; links: readonly FooterLink[] }) {
  if (links.length === 0) return null
  return (
    <nav aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.url}>
            <FooterLink {...link} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

const solutionLinks: readonly FooterLink[] = [
  { label: messages.domestic, url: '/domestic-provider-search' },
  { label: messages.international, url: '/international-provider-search' },
  { label: messages.developers, url: '/developers' },
]

const ownLegalLinks: readonly FooterLink[] = [
  { label: messages.cookiesPage, url: '/cookies' },
  { label: messages.credits, url: '/credits' },
]

type FooterLink = { label: string; url: string }

/** A footer link; external ones open in a new tab. */
function FooterLink({ label, url }: FooterLink) {
  if (url.startsWith('/')) return <Link to={url}>{label}</Link>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  )
}
