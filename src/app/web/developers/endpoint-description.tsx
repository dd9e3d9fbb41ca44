import { Badge, Button, Code, CopyButton, Table, Title } from '@mantine/core'
import { Fragment } from 'react'
import classes from './developers-page.module.css'
import { curlCommand, exampleResponse } from './endpoint-examples.ts'
import fieldTableClasses from './field-table.module.css'
import { messages } from './messages.ts'
import { type Call, endpointTitle, type Field, inputFields, outputFields } from './open-api-schema.ts'

/** An endpoint: path, access, request, response and example. */
export function EndpointDescription(call: Call) {
  const { path, method, operation } = call
  const inputs = inputFields(operation)
  const outputs = outputFields(operation)
  const answer = exampleResponse(operation)
  return (
    <section id={`${method}${path}`} aria-label={`${method.toUpperCase()} ${path}`} className={classes.call}>
      <Title order={3}>{endpointTitle(call)}</Title>
      <p className={classes.address}>
        <Code fz="md">
          {method.toUpperCase()} {path}
        </Code>
        {operation.tags.map((access) => (
          <Badge key={access} variant="outline" className={classes.access}>
            {messages.access[access] ?? access}
          </Badge>
        ))}
      </p>
      <p>
        <WithCode text={operation.summary} />
      </p>
      {inputs.length > 0 && <FieldTable title={messages.takes} fields={inputs} />}
      {outputs.length > 0 && <FieldTable title={messages.answers} fields={outputs} />}
      <details className={classes.example}>
        <summary>{messages.example}</summary>
        <Example label={messages.curl} text={curlCommand(call, location.origin)} />
        {answer && <Example label={messages.answers} text={answer} />}
      </details>
    </section>
  )
}

/** Renders text between backticks as code. */
const WithCode = ({ text }: { text: string }) =>
  text
    .split('`')
    .map((part, at) => (at % 2 ? <Code key={at}>{part}</Code> : <Fragment key={at}>{part}</Fragment>))

function Example({ label, text }: { label: string; text: string }) {
  return (
    <figure className={classes.figure}>
      <figcaption>
        {label}
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? messages.copied : messages.copy}
            </Button>
          )}
        </CopyButton>
      </figcaption>
      <pre tabIndex={0}>{text}</pre>
    </figure>
  )
}

/** The fields of a request or response. */
function FieldTable({ title, fields }: { title: string; fields: readonly Field[] }) {
  return (
    <Table captionSide="top" verticalSpacing={4} fz="sm" className={fieldTableClasses.table}>
      <Table.Caption className={fieldTableClasses.caption}>{title}</Table.Caption>
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
