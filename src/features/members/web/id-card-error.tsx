import { z } from 'zod'
import type { ApiError } from '#platform/web/api-client.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { PhoneLink } from '#platform/web/phone-link.tsx'
import { StaticPage } from '#platform/web/static-page.tsx'
import { messages } from '../messages.ts'
import classes from './members.module.css'

const languages = z.array(z.enum(['en', 'de'])).min(1)

/**
 * The reason, advice and service contact when there is no card, in the card languages of the client. Undefined for
 * other errors.
 */
export function idCardRefusal({ status, problem }: ApiError) {
  const { data } = languages.safeParse(problem?.languages)
  if (!data) return undefined
  const refusal = status === 429 ? 'tooManyCards' : 'noCard'
  const [first = 'en', ...others] = data
  return (
    <div className={classes.refusal}>
      <StaticPage title={messages.refusals[first][refusal].title}>
        <Help language={first} refusal={refusal} />
        {others.map((language) => (
          <section key={language} lang={language}>
            <h2>{messages.refusals[language][refusal].title}</h2>
            <Help language={language} refusal={refusal} />
          </section>
        ))}
      </StaticPage>
    </div>
  )
}

type HelpProps = { language: 'en' | 'de'; refusal: keyof typeof messages.refusals.en }

function Help({ language, refusal }: HelpProps) {
  const { servicePhone, serviceEmail } = getBootstrapData()
  const { helps, back } = messages.service[language]
  return (
    <>
      <p>{messages.refusals[language][refusal].advice}</p>
      {(servicePhone || serviceEmail) && <p>{helps}</p>}
      {servicePhone && (
        <p>
          <PhoneLink phone={servicePhone} />
        </p>
      )}
      {serviceEmail && (
        <p>
          <a href={`mailto:${serviceEmail}`}>{serviceEmail}</a>
        </p>
      )}
      <p>
        <a href="/client-member-page">{back}</a>
      </p>
    </>
  )
}
