import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, notFound } from '@tanstack/react-router'
import { readMail } from '../../contract.ts'
import { messages } from '../../mail-messages.ts'
import { ApiError, call } from '../api-client.ts'
import { Skeleton } from '../skeleton.tsx'
import { useErrorNotice } from '../use-error-notice.ts'
import classes from './mail.module.css'

/**
 * One email as it is sent. Its HTML is in a frame without scripts or navigation. To users without access,
 * shows the not-found page.
 */
export function MailReader({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['mailbox', id],
    queryFn: ({ signal }) => call(readMail, { id }, signal),
  })
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  useErrorNotice({ ...query, isError: query.isError && !isMissing }, messages.mailboxFailed)
  if (isMissing) throw notFound()
  const mail = query.data
  return (
    <>
      <Button
        variant="default"
        mb="md"
        ref={(element) => element?.focus()}
        renderRoot={(root) => <Link to="/dev/mail" {...root} />}
      >
        {messages.back}
      </Button>
      {query.isPending && <Skeleton label={messages.loading} heights={[32, 120, 240]} />}
      {query.isError && <p>{messages.mailboxFailed}</p>}
      {mail && (
        <>
          <dl className={classes.facts}>
            <dt>{messages.from}</dt>
            <dd>{mail.from}</dd>
            <dt>{messages.to}</dt>
            <dd>{mail.to}</dd>
            {mail.replyTo && (
              <>
                <dt>{messages.replyTo}</dt>
                <dd>{mail.replyTo}</dd>
              </>
            )}
            <dt>{messages.subject}</dt>
            <dd>{mail.subject}</dd>
          </dl>
          <Title order={2}>{messages.asText}</Title>
          <pre className={classes.text}>{mail.text}</pre>
          <Title order={2}>{messages.asHtml}</Title>
          <iframe className={classes.html} title={messages.asHtml} sandbox="" srcDoc={mail.html} />
        </>
      )}
    </>
  )
}
