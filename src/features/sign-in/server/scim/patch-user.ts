import { z } from 'zod'
import { problem } from '#platform/http/problem.ts'
import {
  isPlain,
  type ScimOperation,
  scimBoolean,
  scimEmails,
  type UserFields,
} from '../../scim-resource-contract.ts'
import { normalizeAttribute, type Path, parsePath, refuse } from './scim-filter.ts'
import { scimMessages } from './scim-messages.ts'

/** What the portal keeps of a person, without the structure of SCIM. */
export type UserAttributes = {
  userName: string
  externalId: string | null
  active: boolean
  displayName: string | null
  formattedName: string | null
  givenName: string | null
  familyName: string | null
  email: string | null
}

/** The attributes in the body of a user; `active` and `externalId` stay as they were without a value. */
export const flattenUser = (
  { userName, externalId, active, displayName, name, emails }: UserFields,
  former: Pick<UserAttributes, 'active' | 'externalId'> = { active: true, externalId: null },
): UserAttributes => ({
  userName: userName.trim(),
  externalId: externalId ?? former.externalId,
  active: active ?? former.active,
  displayName: displayName || null,
  formattedName: name?.formatted || null,
  givenName: name?.givenName || null,
  familyName: name?.familyName || null,
  email: chooseEmail(emails ?? []),
})

/** The primary address, or the one for work, or else the first one. */
function chooseEmail(emails: z.output<typeof scimEmails>): string | null {
  const chosen =
    emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type === 'work') ?? emails[0]
  return chosen?.value || null
}

const texts: ReadonlyMap<string, { key: Exclude<keyof UserAttributes, 'active'>; max: number }> = new Map([
  ['username', { key: 'userName', max: 200 }],
  ['externalid', { key: 'externalId', max: 200 }],
  ['displayname', { key: 'displayName', max: 200 }],
  ['name.formatted', { key: 'formattedName', max: 200 }],
  ['name.givenname', { key: 'givenName', max: 200 }],
  ['name.familyname', { key: 'familyName', max: 200 }],
  ['emails.value', { key: 'email', max: 320 }],
])
const required = ['userName', 'externalId']
const readOnly: ReadonlySet<string> = new Set(['id', 'meta', 'schemas', 'groups'])
/** Attributes of SCIM that the portal does not keep. Identity providers send them without being asked. */
const ignored =
  /^(name\.(middlename|honorificprefix|honorificsuffix)|emails\.(type|primary|display)|nickname|profileurl|title|usertype|preferredlanguage|locale|timezone|password|urn:ietf:params:scim:schemas:extension:enterprise:2\.0:user.*)$|^(phonenumbers|ims|photos|addresses|entitlements|roles|x509certificates)(\..*)?$/

/** Applies the operations of a PATCH (RFC 7644, section 3.5.2) in their order. Throws 400 if one is invalid. */
export function patchUser(current: UserAttributes, operations: readonly ScimOperation[]): UserAttributes {
  const changed = { ...current }
  for (const { op, path, value } of operations) {
    const kind = op.toLowerCase()
    if (!['add', 'replace', 'remove'].includes(kind))
      throw problem(400, scimMessages.invalidOperation, { scimType: 'invalidSyntax' })
    const given = kind === 'remove' ? null : value
    if (path) assign(changed, parsePath(path), given)
    else if (kind === 'remove') throw problem(400, scimMessages.invalidPath, { scimType: 'noTarget' })
    else for (const [key, each] of listEntries(given, 'value')) assignUnlessReadOnly(changed, key, each)
  }
  return changed
}

/** Without a path, the value is a part of the resource. Microsoft Entra ID also uses paths as its keys. */
function assignUnlessReadOnly(changed: UserAttributes, key: string, value: unknown) {
  if (readOnly.has(normalizeAttribute(key))) return
  assign(changed, parsePath(key), value)
}

function assign(changed: UserAttributes, { attribute, condition }: Path, value: unknown) {
  if (readOnly.has(attribute.split('.')[0] ?? ''))
    throw problem(400, scimMessages.readOnly, { scimType: 'mutability' })
  if (ignored.test(attribute) || (condition && !isKeptEmail(attribute, condition))) return
  if (attribute === 'active') changed.active = parse(scimBoolean, value, 'active')
  else if (attribute === 'emails') changed.email = readEmail(value)
  else if (attribute === 'name')
    for (const [key, each] of listEntries(value ?? noName, 'name'))
      assign(changed, parsePath(`name.${key}`), each)
  else setText(changed, attribute, value)
}

const noName = { formatted: null, givenName: null, familyName: null }

/** With a condition, a value is for the one address that is kept: the primary one, which counts as the one for work. */
function isKeptEmail(attribute: string, { attribute: part, value }: NonNullable<Path['condition']>) {
  if (!/^emails(\.|$)/.test(attribute)) throw refuse('invalidPath')
  return part === 'type' ? value === 'work' : part === 'primary' && /^true$/i.test(String(value))
}

function readEmail(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return chooseEmail(parse(scimEmails, Array.isArray(value) ? value : [value], 'emails'))
}

function setText(changed: UserAttributes, attribute: string, value: unknown) {
  const found = texts.get(attribute)
  if (!found) throw refuse('invalidPath')
  const { key, max } = found
  const text = parse(z.string().max(max).nullish(), value, key)
  if (text && !isPlain(text)) throw invalid(key)
  if (required.includes(key) && !text?.trim()) throw invalid(key)
  if (key === 'userName') changed.userName = text?.trim() ?? ''
  else changed[key] = text || null
}

function listEntries(value: unknown, attribute: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(attribute)
  return Object.entries(value)
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  attribute: string,
): z.output<Schema> {
  const { success, data } = schema.safeParse(value)
  if (!success) throw invalid(attribute)
  return data
}

const invalid = (attribute: string) =>
  problem(400, scimMessages.invalidValue(attribute), { scimType: 'invalidValue' })
