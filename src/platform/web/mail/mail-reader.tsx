import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, notFound } from '@tanstack/react-router'
import { readMail } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { CallFailed, call } from '../call.ts'
import { Skeleton } from '../skeleton.tsx'
import { useErrorNotice } from '../use-error-notice.ts'
import classes from './mail.module.css'

const words = messages.mail

/** One mail as it went out. Its HTML stands in a frame that runs nothing and leads nowhere. To whom it is not open it does not exist. */
export function MailReader({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['mailbox', id],
    queryFn: ({ signal }) => call(readMail, { id }, signal),
  })
  const isMissing = query.error instanceof CallFailed && query.error.status === 404
  useErrorNotice({ ...query, isError: query.isError && !isMissing }, words.mailboxFailed)
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
        {words.back}
      </Button>
      {query.isPending && <Skeleton label={words.loading} heights={[32, 120, 240]} />}
      {query.isError && <p>{words.mailboxFailed}</p>}
      {mail && (
        <>
          <dl className={classes.facts}>
            <dt>{words.from}</dt>
            <dd>{mail.from}</dd>
            <dt>{words.to}</dt>
            <dd>{mail.to}</dd>
            {mail.replyTo && (
              <>
                <dt>{words.replyTo}</dt>
                <dd>{mail.replyTo}</dd>
              </>
            )}
            <dt>{words.subject}</dt>
            <dd>{mail.subject}</dd>
          </dl>
          <Title order={2}>{words.asText}</Title>
          <pre className={classes.text}>{mail.text}</pre>
          <Title order={2}>{words.asHtml}</Title>
          <iframe className={classes.html} title={words.asHtml} sandbox="" srcDoc={mail.html} />
        </>
      )}
    </>
  )
}
