import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'
import classes from './plain-page.module.css'

type PlainPageProps = { title: string; isWide?: boolean; children?: ReactNode }

/** A page with a heading and text of a readable width; a wide one lets its tables have the rest. */
export function PlainPage({ title, isWide = false, children }: PlainPageProps) {
  return (
    <article className={isWide ? classes.wide : classes.page}>
      <PageTitle>{title}</PageTitle>
      <Title order={1}>{title}</Title>
      {children}
    </article>
  )
}
