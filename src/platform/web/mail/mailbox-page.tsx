import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listMailbox } from '../../contract.ts'
import { messages } from '../../mail-messages.ts'
import { call } from '../api-client.ts'
import { StaticPage } from '../static-page.tsx'
import classes from './mail.module.css'
import { MailList } from './mail-list.tsx'
import { MailReader } from './mail-reader.tsx'
import { MailTable } from './mail-table.tsx'

/** The development mailbox: a list of the newest emails, each of which can be read as text and as HTML. */
export function MailboxPage() {
  const { mail: read } = useSearch({ from: '/dev/mail' })
  const query = useQuery({
    queryKey: ['mailbox'],
    queryFn: ({ signal }) => call(listMailbox, {}, signal),
    select: ({ mails }) => mails,
  })
  return (
    <StaticPage isWide title={messages.mailbox}>
      {read ? (
        <MailReader id={read} />
      ) : (
        <>
          <p>{messages.mailboxAdvice}</p>
          <MailList query={query} failed={messages.mailboxFailed} empty={messages.noMail}>
            {(mails) => (
              <MailTable
                mails={mails}
                label={messages.mailbox}
                subject={({ id, subject }) => (
                  <Link to="/dev/mail" search={{ mail: id }} preload={false} className={classes.subject}>
                    {subject}
                  </Link>
                )}
              />
            )}
          </MailList>
        </>
      )}
    </StaticPage>
  )
}
