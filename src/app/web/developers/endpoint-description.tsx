import { Badge, Button, Code, CopyButton, Title } from '@mantine/core'
import { Fragment } from 'react'
import classes from './developers-page.module.css'
import { type Call, endpointTitle } from './endpoint-groups.ts'
import { curlCommand, exampleResponse } from './examples.ts'
import { FieldTable } from './field-table.tsx'
import { messages } from './messages.ts'
import { inputFields, outputFields } from './schema-fields.ts'

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
