import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import type { MailLine } from '../../contract.ts'
import { messages } from '../../mail-messages.ts'
import { formatInstant } from '../format-instant.ts'
import { HorizontalScroll } from '../horizontal-scroll.tsx'

type MailTableProps = {
  mails: MailLine[]
  label: string
  /** Renders the subject cell and the cell after the data. */
  subject?: (mail: MailLine) => ReactNode
  action?: (mail: MailLine) => ReactNode
}

/** A table of emails: time, recipient, subject and state. */
export function MailTable({ mails, label, subject, action }: MailTableProps) {
  return (
    <HorizontalScroll>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{messages.written}</Table.Th>
            <Table.Th scope="col">{messages.to}</Table.Th>
            <Table.Th scope="col">{messages.subject}</Table.Th>
            <Table.Th scope="col">{messages.state}</Table.Th>
            <Table.Th scope="col">{messages.fault}</Table.Th>
            <Table.Th scope="col">{messages.attempts}</Table.Th>
            <Table.Th scope="col">{messages.next}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {mails.map((mail) => (
            <Table.Tr key={mail.id}>
              <Table.Td>{formatInstant(mail.madeAt)}</Table.Td>
              <Table.Td>{mail.to}</Table.Td>
              <Table.Td>{subject ? subject(mail) : mail.subject}</Table.Td>
              <Table.Td>{messages.states[mail.state]}</Table.Td>
              <Table.Td>{mail.fault}</Table.Td>
              <Table.Td ta="right">{mail.attempts}</Table.Td>
              <Table.Td>
                {mail.state === 'waiting' && formatInstant(mail.dueAt)} {action?.(mail)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </HorizontalScroll>
  )
}
