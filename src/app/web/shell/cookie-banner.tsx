import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { agreement, agreementKey } from '#platform/web/analytics.ts'
import { useStored } from '#platform/web/local-storage.ts'
import { messages } from '../messages.ts'
import classes from './cookie-banner.module.css'

/** The cookie notice, shown once. */
export function CookieBanner() {
  const [agreed, remember] = useStored(agreementKey, agreement, false)
  if (agreed) return null
  return (
    <section className={classes.banner} aria-label={messages.cookiesRegion}>
      <p>
        {messages.cookies} <Link to="/cookies">{messages.cookiesMore}</Link>
      </p>
      <Button onClick={() => remember(true)}>{messages.agree}</Button>
    </section>
  )
}
