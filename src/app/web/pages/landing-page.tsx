import { Title } from '@mantine/core'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { PageTitle } from '#platform/web/page-title.tsx'
import { messages } from '../messages.ts'
import { HeroIllustration } from './hero-illustration.tsx'
import classes from './landing-page.module.css'
import { LoginButtons } from './login-buttons.tsx'
import { SearchCard } from './search-card.tsx'
import { SessionExpiredNotice } from './session-expired-notice.tsx'

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
              title={messages.domestic}
              lead={messages.domesticLead}
            />
            <SearchCard
              searchKey="international-provider-search"
              title={messages.international}
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
