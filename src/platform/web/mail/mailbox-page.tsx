import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listMailbox } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { call } from '../call.ts'
import { PlainPage } from '../plain-page.tsx'
import classes from './mail.module.css'
import { MailList } from './mail-list.tsx'
import { MailReader } from './mail-reader.tsx'
import { MailTable } from './mail-table.tsx'

const words = messages.mail

/** The development mailbox: what the portal sent, and each mail as text and as HTML. */
export function MailboxPage() {
  const [read, setRead] = useState<string>()
  const query = useQuery({
    queryKey: ['mailbox'],
    queryFn: ({ signal }) => call(listMailbox, {}, signal),
    select: ({ mails }) => mails,
  })
  return (
    <PlainPage isWide title={words.mailbox}>
      {read ? (
        <MailReader id={read} onBack={() => setRead(undefined)} />
      ) : (
        <>
          <p>{words.mailboxAdvice}</p>
          <MailList query={query} failed={words.mailboxFailed} empty={words.noMail}>
            {(mails) => (
              <MailTable
                mails={mails}
                label={words.mailbox}
                subject={({ id, subject }) => (
                  <UnstyledButton className={classes.subject} onClick={() => setRead(id)}>
                    {subject}
                  </UnstyledButton>
                )}
              />
            )}
          </MailList>
        </>
      )}
    </PlainPage>
  )
}
