import { Alert, Button, Title } from '@mantine/core'
import { IconArrowRight, IconBuilding, IconHeadset, IconId } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { messages as shellMessages } from '#platform/shell-messages.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { formatInstantDay } from '#platform/web/format-instant.ts'
import { PhoneLink } from '#platform/web/link/phone-link.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import { useIsStored } from '#platform/web/storage.ts'
import { directoryFiguresQuery, searchInfoQuery } from '#provider-search/web/lookup-queries.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { startMessages } from '../../contract/start-messages.ts'
import { queryClient, skeletonDelayMs } from '../query-client.ts'
import { startPageMessages as messages } from './page-messages.ts'
import classes from './start-page.module.css'
import { StartSearch } from './start-search.tsx'

/**
 * Loads the first data of the page, so that it is rendered once, in short tasks. A failed request is shown by its part of
 * the page.
 */
export async function loadStart() {
  const isThere = Promise.all([
    queryClient.prefetchQuery(searchInfoQuery('domestic-provider-search')),
    queryClient.prefetchQuery(directoryFiguresQuery),
  ])
  await Promise.race([isThere, new Promise((resolve) => setTimeout(resolve, skeletonDelayMs))])
}

/** The start page: the provider searches, the 24/7 contacts, the logins and the figures of the directory. */
export function StartPage() {
  return (
    <div className={classes.page}>
      <PageTitle>{messages.welcomeTitle}</PageTitle>
      <SessionExpiredNotice />
      <div className={classes.hero}>
        <div>
          <Title order={1} className={classes.welcome}>
            {startMessages.welcome(getBootstrapData().companyName)}
          </Title>
          <p className={classes.lead}>{startMessages.welcomeLead}</p>
          <StartSearch />
          <p className={classes.searches}>
            <SearchLink searchKey="domestic-provider-search" title={shellMessages.domestic} />
            <SearchLink searchKey="international-provider-search" title={shellMessages.international} />
          </p>
        </div>
        <HeroIllustration className={classes.picture} />
      </div>
      <Contacts />
      <Figures />
    </div>
  )
}

/** A notice that the session has expired, if the start page was opened for that reason. */
function SessionExpiredNotice() {
  const isExpired = useRouterState({ select: ({ location }) => location.state.isExpired })
  if (!isExpired) return null
  return (
    <Alert className={classes.expired} color="amber" role="alert">
      {messages.sessionExpired}
    </Alert>
  )
}

/** A link to the page of a provider search. */
function SearchLink({ searchKey, title }: { searchKey: string; title: string }) {
  return (
    <Link to="/$searchKey" params={{ searchKey }}>
      {title}
      <IconArrowRight size={16} stroke={2} aria-hidden />
    </Link>
  )
}

/** The phone number, and the logins for members and staff; reacts to a sign-in in another tab. */
function Contacts() {
  const navigate = useNavigate()
  const isSignedIn = useIsStored(tokenStore)
  useEffect(() => {
    if (isSignedIn) void navigate({ to: '/home' })
  }, [isSignedIn, navigate])
  const { serviceEmail, servicePhone } = getBootstrapData()
  return (
    <div className={classes.contacts}>
      {(servicePhone || serviceEmail) && (
        <section className={classes.help}>
          <IconHeadset size={24} stroke={1.75} aria-hidden />
          <div>
            <h2>{messages.helpTitle}</h2>
            {servicePhone && (
              <p className={classes.phone}>
                <PhoneLink phone={servicePhone} />
              </p>
            )}
            {serviceEmail && (
              <p>
                {messages.orEmail} <a href={`mailto:${serviceEmail}`}>{serviceEmail}</a>
              </p>
            )}
          </div>
        </section>
      )}
      <Login
        icon={<IconId size={24} stroke={1.75} aria-hidden />}
        title={messages.members}
        lead={messages.membersLead}
        button={shellMessages.memberLogin}
        onLogin={() => void navigate({ to: '/client-member-page/login' })}
      />
      <Login
        icon={<IconBuilding size={24} stroke={1.75} aria-hidden />}
        title={messages.staff}
        lead={messages.staffLead}
        button={shellMessages.portalLogin}
        onLogin={() => void navigate({ to: '/token' })}
      />
    </div>
  )
}

type LoginProps = { icon: ReactNode; title: string; lead: string; button: string; onLogin: () => void }

/** What a login is for, with its button. */
function Login({ icon, title, lead, button, onLogin }: LoginProps) {
  return (
    <section>
      {icon}
      <div>
        <h2>{title}</h2>
        <p>{lead}</p>
        <Button
          variant="subtle"
          className={classes.login}
          rightSection={<IconArrowRight size={16} stroke={2} aria-hidden />}
          onClick={onLogin}
        >
          {button}
        </Button>
      </div>
    </section>
  )
}

/** The figures of the directory; empty until they are known, and left out if they are not. */
function Figures() {
  const { data, isError } = useQuery(directoryFiguresQuery)
  const hasFigures = !isError && data?.providers !== 0
  const figures: [string, string][] = [
    ...(hasFigures
      ? [
          [messages.providers, data ? formatFigure(data.providers) : ''] as [string, string],
          [messages.countries, data ? String(data.countries) : ''] as [string, string],
        ]
      : []),
    ...(getBootstrapData().servicePhone ? [[messages.answered, messages.always] as [string, string]] : []),
    ...(hasFigures && data?.updatedAt
      ? [[messages.updated, formatInstantDay(data.updatedAt)] as [string, string]]
      : []),
  ]
  return (
    <dl className={classes.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * Formats a number for the start page: exact below 100, otherwise its first two digits: "25,000+". `toLocaleString` would
 * take longer than drawing the page, because it loads the formats first.
 */
export function formatFigure(figure: number): string {
  if (figure < 100) return String(figure)
  const unit = 10 ** (String(figure).length - 2)
  return `${String(Math.floor(figure / unit) * unit).replaceAll(/\B(?=(\d{3})+$)/g, ',')}+`
}

const rings = [60, 110, 160, 210]
const near = [
  [262, 190],
  [196, 262],
  [286, 276],
] as const
const far = [
  [120, 168],
  [330, 128],
  [372, 300],
  [150, 356],
  [250, 74],
  [86, 278],
  [322, 384],
] as const

/** Illustration: providers around a place, nearest first. */
function HeroIllustration({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 460 460" className={`${classes.illustration} ${className}`} aria-hidden="true">
      {rings.map((radius) => (
        <circle key={radius} cx="230" cy="230" r={radius} className={classes.ring} />
      ))}
      <path d="M14 300c70-46 120 24 196-18s78-128 236-96" className={classes.road} />
      <path d="M150 18c-20 92 62 128 52 206s-96 110-70 222" className={classes.road} />
      {far.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="6" className={classes.far} />
      ))}
      {near.map(([x, y]) => (
        <path key={x} d={pinAt(x, y)} className={classes.near} />
      ))}
      <circle cx="230" cy="230" r="17" className={classes.halo} />
      <circle cx="230" cy="230" r="8" className={classes.here} />
    </svg>
  )
}

function pinAt(x: number, y: number) {
  return `M${x} ${y}c-4-9-12-16-12-25a12 12 0 0 1 24 0c0 9-8 16-12 25Z`
}
