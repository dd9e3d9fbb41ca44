import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'
import classes from './plain-page.module.css'

/** A page with a heading and text of a readable width. */
export function PlainPage({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <article className={classes.page}>
      <PageTitle>{title}</PageTitle>
      <Title order={1}>{title}</Title>
      {children}
    </article>
  )
}
