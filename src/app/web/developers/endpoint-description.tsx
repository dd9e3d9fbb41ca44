import { Badge, Button, Code, CopyButton, Table, Title } from '@mantine/core'
import { Fragment } from 'react'
import classes from './developers-page.module.css'
import fieldTableClasses from './endpoint-description.module.css'
import { messages } from './messages.ts'
import {
  type Call,
  endpointTitle,
  type Field,
  inputFields,
  type Operation,
  outputFields,
  responseSchema,
  type Schema,
} from './open-api-schema.ts'

/** An endpoint: path, access, request, response and example. */
export function EndpointDescription(call: Call) {
  const { path, method, operation } = call
  const inputs = inputFields(operation)
  const outputs = outputFields(operation)
  const response = exampleResponse(operation)
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
      {outputs.length > 0 && <FieldTable title={messages.response} fields={outputs} />}
      <details className={classes.example}>
        <summary>{messages.example}</summary>
        <Example label={messages.curl} text={curlCommand(call, location.origin)} />
        {response && <Example label={messages.response} text={response} />}
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

/** Readable example values by field name. */
const usual: Readonly<Record<string, unknown>> = {
  country: 'US',
  countryId: 'US',
  state: 'FL',
  stateId: 'FL',
  city: 'Miami',
  zipCode: '33101',
  currency: 'USD',
  itn: 'ITN9000001',
  ITN: 'ITN9000001',
  incidentNumber: '26000000001',
  IncidentNumber: '26000000001',
  client: 'ALP1',
  clients: ['ALP1'],
  Clients: 'ALP1',
  email: 'name@example.com',
  patientResponsibility: '250.50',
  patientResponsibilityCurrency: 'USD',
  maximumCovered: '1000.00',
  maximumCoveredCurrency: 'USD',
  searchType: 'NAMEL',
  searchTerm: 'sample',
  startDate: '2026-01-01',
  endDate: '2026-01-31',
  'client-id': 'alpine',
  'provider-code': 'publicDomestic',
  'provider-type': 'publicDomestic',
  'idempotency-key': '6f1c2b9e',
  Token: 'TICKET',
}

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  uuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
}

/** An example value for a schema. */
export function createExample(schema: Schema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf?.find(({ type }) => type !== 'null')
  if (choice) return createExample(choice, name)
  const type = [schema.type].flat()[0]
  if (type === 'array') return name in usual ? [usual[name]].flat() : [createExample(schema.items ?? {}, '')]
  if (type === 'object') return exampleOfObject(schema)
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  return usual[name] ?? formats[schema.format ?? ''] ?? 'text'
}

function exampleOfObject({ properties, additionalProperties }: Schema) {
  if (typeof additionalProperties === 'object' && !properties)
    return { key: createExample(additionalProperties) }
  return Object.fromEntries(
    Object.entries(properties ?? {}).map(([key, part]) => [key, createExample(part, key)]),
  )
}

/** The request as a curl command. */
export function curlCommand({ path, method, operation }: Call, origin: string): string {
  const { parameters, requestBody, tags } = operation
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const text = ({ name, schema }: (typeof parameters)[number]) => String(createExample(schema, name))
  const address = named('path').reduce(
    (before, each) => before.replace(`{${each.name}}`, encodeURIComponent(text(each))),
    path,
  )
  const query = named('query')
    .filter(({ required }) => required)
    .map((each) => `${each.name}=${encodeURIComponent(text(each))}`)
    .join('&')
  const headers = named('header')
    .filter(({ required, name }) => required || name.startsWith('provider-'))
    .map((each) => `${each.name}: ${text(each)}`)
  return [
    `curl -X ${method.toUpperCase()} '${origin}${address}${query && `?${query}`}'`,
    ...credentials(tags[0]),
    ...headers.map((header) => `-H '${header}'`),
    ...bodyOptions(requestBody?.content),
  ].join(' \\\n  ')
}

function credentials(access: string | undefined): string[] {
  if (access === 'service') return ["-H 'Authorization: Bearer SERVICE_TOKEN'"]
  if (access === 'staff' || access === 'internal')
    return ["-H 'Authorization: Bearer PORTAL_TOKEN'", '-b cookies.txt']
  return access === 'member' || access === 'session' ? ['-b cookies.txt'] : []
}

function bodyOptions(content: NonNullable<Operation['requestBody']>['content']): string[] {
  const [type, { schema } = {}] = Object.entries(content ?? {})[0] ?? []
  if (!type || !schema) return []
  const example = createExample(schema)
  if (type === 'application/json') return [`-H 'Content-Type: ${type}'`, `-d '${JSON.stringify(example)}'`]
  return Object.entries(example as object).map(([key, value]) => `--data-urlencode '${key}=${value}'`)
}

/** The example response as JSON; undefined for other types. */
export function exampleResponse(operation: Operation): string | undefined {
  const schema = responseSchema(operation)
  return schema && JSON.stringify(createExample(schema), null, 2)
}
