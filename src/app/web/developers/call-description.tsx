import { Badge, Code, Title } from '@mantine/core'
import classes from './developers-page.module.css'
import { FieldTable } from './field-table.tsx'
import { inputsOf, outputsOf } from './fields.ts'
import { messages } from './messages.ts'
import type { Operation } from './open-api.ts'

/** One call: its address, who may make it, what it takes and what it answers. */
export function CallDescription({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: Operation
}) {
  const inputs = inputsOf(operation)
  const outputs = outputsOf(operation)
  return (
    <section id={`${method}${path}`} className={classes.call}>
      <Title order={2} size="h3">
        {operation.summary || path}
      </Title>
      <p className={classes.address}>
        <Code fz="md">
          {method.toUpperCase()} {path}
        </Code>
        {operation.tags.map((access) => (
          <Badge key={access} variant="outline">
            {messages.access[access] ?? access}
          </Badge>
        ))}
      </p>
      {inputs.length > 0 && <FieldTable title={messages.takes} fields={inputs} />}
      {outputs.length > 0 && <FieldTable title={messages.answers} fields={outputs} />}
    </section>
  )
}
