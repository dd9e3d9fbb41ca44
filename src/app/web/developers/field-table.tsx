import { Code, Table } from '@mantine/core'
import classes from './field-table.module.css'
import { messages } from './messages.ts'
import type { Field } from './schema-fields.ts'

/** The fields of a request or response. */
export function FieldTable({ title, fields }: { title: string; fields: readonly Field[] }) {
  return (
    <Table captionSide="top" verticalSpacing={4} fz="sm" className={classes.table}>
      <Table.Caption className={classes.caption}>{title}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {messages.fieldColumns.map((column) => (
            <Table.Th key={column}>{column}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map(({ name, location, type, required }) => (
          <Table.Tr key={location + name}>
            <Table.Td>
              <Code>{name}</Code>
            </Table.Td>
            <Table.Td>{location}</Table.Td>
            <Table.Td>{type}</Table.Td>
            <Table.Td>{required ? messages.always : messages.sometimes}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
