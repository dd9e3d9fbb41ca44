import { z } from 'zod'
import type { ApiError } from '#platform/web/api-client.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { PhoneLink } from '#platform/web/link/phone-link.tsx'
import { StaticPage } from '#platform/web/static-page.tsx'
import type { Language } from '../contract.ts'
import { texts } from '../messages.ts'
import classes from './members.module.css'
import { useTexts } from './use-texts.ts'

const languages = z.array(z.enum(['en', 'de'])).min(1)

/**
 * When there is no card to show, renders the reason, advice and a service contact: in the member's language first, and
 * in the client's other card languages. Returns undefined for other errors.
 */
export function renderIdCardError({ status, problem }: ApiError) {
  const { data } = languages.safeParse(problem?.languages)
  return data && <Refusal languages={data} error={status === 429 ? 'tooManyCards' : 'noCard'} />
}

type RefusalProps = { languages: Language[]; error: HelpProps['error'] }

function Refusal({ languages, error }: RefusalProps) {
  const { language: first, text } = useTexts()
  return (
    <div className={classes.refusal}>
      <StaticPage title={text.cardErrors[error].title}>
        <Help language={first} error={error} />
        {languages
          .filter((language) => language !== first)
          .map((language) => (
            <section key={language} lang={language}>
              <h2>{texts[language].cardErrors[error].title}</h2>
              <Help language={language} error={error} />
            </section>
          ))}
      </StaticPage>
    </div>
  )
}

type HelpProps = { language: Language; error: keyof typeof texts.en.cardErrors }

function Help({ language, error }: HelpProps) {
  const { servicePhone, serviceEmail } = getBootstrapData()
  const { helps, back } = texts[language].service
  return (
    <>
      <p>{texts[language].cardErrors[error].advice}</p>
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
