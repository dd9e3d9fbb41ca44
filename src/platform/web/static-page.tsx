import { Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { createAtom, useSelector } from '@tanstack/react-store'
import type { ReactNode } from 'react'
import { messages } from '../shell-messages.ts'
import { getBootstrapData } from './bootstrap-data.ts'
import { usePageTexts } from './language/use-page-language.ts'
import { PhoneLink } from './link/phone-link.tsx'
import classes from './static-page.module.css'

type StaticPageProps = { title: string; isWide?: boolean; children?: ReactNode }

/** A page with a heading and text of a readable width; a wide page gives tables the full width. */
export function StaticPage({ title, isWide = false, children }: StaticPageProps) {
  return (
    <article className={isWide ? classes.wide : classes.page}>
      <PageTitle>{title}</PageTitle>
      <Title order={1}>{title}</Title>
      {children}
    </article>
  )
}

/** An error page: what went wrong, how to continue, and how to reach customer service. */
export function ErrorStatePage({ title, children }: { title: string; children: ReactNode }) {
  const { service } = usePageTexts(messages)
  const { serviceEmail, servicePhone } = getBootstrapData()
  return (
    <article className={classes.error}>
      <IconAlertCircle size={48} stroke={1.5} aria-hidden />
      <PageTitle>{title}</PageTitle>
      <Title order={1}>{title}</Title>
      {children}
      {(servicePhone || serviceEmail) && (
        <section aria-label={service} className={classes.service}>
          <p>{service}</p>
          {servicePhone && <PhoneLink phone={servicePhone} />}
          {serviceEmail && <a href={`mailto:${serviceEmail}`}>{serviceEmail}</a>}
        </section>
      )}
    </article>
  )
}

const titleSubject = createAtom('')

/** Sets whom the pages of this tab are about; an empty name removes it from the titles. */
export const setTitleSubject = (name: string) => titleSubject.set(name)

/** The browser tab title: the page, whom it is about, then the company. */
export function PageTitle({ children }: { children: string }) {
  const about = useSelector(titleSubject)
  return <title>{[children, about, getBootstrapData().companyName].filter(Boolean).join(' · ')}</title>
}
