import { Link } from '@tanstack/react-router'
import { messages } from '#platform/shell-messages.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { usePageTexts } from '#platform/web/language/use-page-language.ts'
import { PhoneLink } from '#platform/web/link/phone-link.tsx'
import classes from './footer.module.css'
import { ShortcutButton } from './shortcut-button.tsx'

/** The footer: company, links and 24-hour contacts. */
export function Footer() {
  const text = usePageTexts(messages)
  const { companyName, companyAddress, serviceEmail, servicePhone, socialLinks, legalLinks } =
    getBootstrapData()
  return (
    <footer className={classes.footer} data-noprint>
      <div className={classes.columns}>
        <section className={classes.company}>
          <p className={classes.name}>{companyName}</p>
          <p>{text.company}</p>
          {companyAddress && <p>{companyAddress}</p>}
          <ShortcutButton />
        </section>
        <FooterList title={text.solutions} links={solutionLinks(text)} />
        <FooterList title={text.social} links={socialLinks} />
        <FooterList title={text.legal} links={[...ownLegalLinks(text), ...legalLinks]} />
        {serviceEmail && (
          <section>
            <h2 className={classes.title}>{text.contact}</h2>
            <p>
              <a href={`mailto:${serviceEmail}`}>
                {text.service}
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

type Texts = typeof messages

const solutionLinks = (text: Texts): readonly FooterLink[] => [
  { label: text.domestic, url: '/domestic-provider-search' },
  { label: text.international, url: '/international-provider-search' },
  { label: text.developers, url: '/developers' },
]

const ownLegalLinks = (text: Texts): readonly FooterLink[] => [
  { label: text.cookiesPage, url: '/cookies' },
  { label: text.credits, url: '/credits' },
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
