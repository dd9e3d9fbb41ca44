import { Alert, Button, Title } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { PageTitle } from '#platform/web/static-page.tsx'
import { useIsStored } from '#platform/web/storage.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { messages as shellMessages } from '../messages.ts'
import classes from './landing-page.module.css'
import { landingMessages as messages } from './page-messages.ts'

/** The landing page: company, logins and the two provider searches. */
export function LandingPage() {
  const { companyName, serviceEmail } = getBootstrapData()
  return (
    <>
      <PageTitle>{messages.welcomeTitle}</PageTitle>
      <SessionExpiredNotice />
      <div className={classes.hero}>
        <div>
          <Title order={1} className={classes.welcome}>
            {messages.welcome(companyName)}
          </Title>
          <p className={classes.lead}>{messages.welcomeLead}</p>
          <LoginButtons />
          <div className={classes.searches}>
            <SearchCard
              searchKey="domestic-provider-search"
              title={shellMessages.domestic}
              lead={messages.domesticLead}
            />
            <SearchCard
              searchKey="international-provider-search"
              title={shellMessages.international}
              lead={messages.internationalLead}
            />
          </div>
        </div>
        <HeroIllustration className={classes.picture} />
      </div>
      {serviceEmail && (
        <section className={classes.help}>
          <h2>{messages.helpTitle}</h2>
          <p>
            {messages.help} <a href={`mailto:${serviceEmail}`}>{serviceEmail}</a>
          </p>
        </section>
      )}
    </>
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

/** A card that links to a provider search. */
function SearchCard({ searchKey, title, lead }: { searchKey: string; title: string; lead: string }) {
  return (
    <section className={classes.card}>
      <h2>
        <Link to="/$searchKey" params={{ searchKey }}>
          {title}
          <IconArrowRight size={20} stroke={2} aria-hidden />
        </Link>
      </h2>
      <p>{lead}</p>
    </section>
  )
}

/** Login buttons for staff and members; react to a sign-in in another tab. */
function LoginButtons() {
  const navigate = useNavigate()
  const isSignedIn = useIsStored(tokenStore)
  useEffect(() => {
    if (isSignedIn) void navigate({ to: '/home' })
  }, [isSignedIn, navigate])
  return (
    <div className={classes.logins}>
      <Button size="lg" onClick={() => void navigate({ to: '/token' })}>
        {messages.portalLogin}
      </Button>
      <Button size="lg" variant="default" onClick={() => void navigate({ to: '/client-member-page/login' })}>
        {messages.memberLogin}
      </Button>
    </div>
  )
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
