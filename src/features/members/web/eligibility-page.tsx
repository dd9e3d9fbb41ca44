import { Title } from '@mantine/core'
import { getRouteApi, notFound } from '@tanstack/react-router'
import { call, isNotFoundError } from '#platform/web/api-client.ts'
import { PhoneLink } from '#platform/web/link/phone-link.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import { readEligibilityContact } from '../contract.ts'
import { TextsSwitch } from './language-switch.tsx'
import classes from './members.module.css'
import { usePageOfMembers } from './use-texts.ts'

type Match = { params: { clientId: string }; abortController: AbortController }

/** Loads whom to contact about a client; not found for a client without ID cards. */
export async function loadEligibilityContact({ params, abortController }: Match) {
  try {
    return await call(readEligibilityContact, params, abortController.signal)
  } catch (error) {
    throw isNotFoundError(error) ? notFound() : error
  }
}

const route = getRouteApi('/confirm-eligibility/$clientId')

/** The page that the QR code of an ID card leads to: whom to contact, and nothing about a patient. */
export function EligibilityPage() {
  const { language, text } = usePageOfMembers()
  const { clientName, phone, email } = route.useLoaderData()
  const { title, lead, call: callLabel, email: emailLabel } = text.eligibility
  return (
    <article className={classes.login} lang={language}>
      <PageTitle>{title}</PageTitle>
      <div className={classes.top}>
        <Title order={1}>{title}</Title>
        <TextsSwitch />
      </div>
      <p className={classes.client} dir="auto">
        {clientName}
      </p>
      <p>{lead(clientName)}</p>
      <dl className={classes.contact}>
        {phone && (
          <div>
            <dt>{callLabel}</dt>
            <dd>
              <PhoneLink phone={phone} />
            </dd>
          </div>
        )}
        {email && (
          <div>
            <dt>{emailLabel}</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
        )}
      </dl>
    </article>
  )
}
