import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'

/** SCIM 2.0 (RFC 7643, RFC 7644) for identity providers that send people and their rights. */

/** The most operations of a PATCH, members of a group, resources on a page, and bytes of a body. */
export const scimLimits = { operations: 1000, members: 10_000, page: 200, bodyBytes: 1024 * 1024 } as const

export const scimUrns = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  providerConfig: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const

/** Whether text shows what it is: control characters and overrides of its direction would let it pass as other text. */
export const isPlain = (value: string) =>
  value.isWellFormed() && !/[\p{Cc}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u.test(value)

const text = (maxLength: number) => z.string().max(maxLength).refine(isPlain)
const words = (maxLength: number) => text(maxLength).refine((value) => value.trim() !== '')
/** Some versions of Microsoft Entra ID send "True" and "False". */
export const scimBoolean = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^(true|false)$/i)
    .transform((value) => value.toLowerCase() === 'true'),
])

const name = z.object({
  formatted: text(200).nullish(),
  givenName: text(200).nullish(),
  familyName: text(200).nullish(),
})
export const scimEmails = z
  .array(
    z.object({
      value: text(320).nullish(),
      type: text(40).nullish(),
      primary: scimBoolean.nullish(),
    }),
  )
  .max(20)

/** What the portal keeps of a user. Other attributes are ignored. */
const userFields = z.object({
  userName: words(200),
  externalId: words(200).nullish(),
  active: scimBoolean.optional(),
  displayName: text(200).nullish(),
  name: name.nullish(),
  emails: scimEmails.nullish(),
})
export type UserFields = z.output<typeof userFields>

const id = z.object({ id: text(200) })
const match = z.object({ ifMatch: z.string().max(200).optional() })
const ifMatch = { ifMatch: 'if-match' } as const
const wholeNumber = z
  .string()
  .regex(/^-?\d{1,9}$/)
  .transform(Number)
const shownAttributes = z.object({
  attributes: text(1000).optional(),
  excludedAttributes: text(1000).optional(),
})
const page = shownAttributes.extend({
  filter: z.string().max(1000).optional(),
  startIndex: wholeNumber.optional(),
  count: wholeNumber.optional(),
})
export type ScimPage = z.output<typeof page>

const operation = z.object({
  op: text(20),
  path: z.string().max(500).nullish(),
  value: z.unknown().optional(),
})
export type ScimOperation = z.output<typeof operation>
const patch = id.extend({
  Operations: z.array(operation).min(1).max(scimLimits.operations),
  ...match.shape,
})

const meta = z.object({
  resourceType: z.string(),
  created: z.iso.datetime().optional(),
  lastModified: z.iso.datetime().optional(),
  location: z.string(),
  version: z.string().optional(),
})
/** Also has `$ref`, which as the name of a property would be a reference in the API description. */
const reference = z.looseObject({
  value: z.string(),
  display: z.string().optional(),
  type: z.string().optional(),
})
const scimUser = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  externalId: z.string().optional(),
  userName: z.string().optional(),
  active: z.boolean().optional(),
  displayName: z.string().optional(),
  name: z.record(z.string(), z.string()).optional(),
  emails: z.array(z.object({ value: z.string(), type: z.string(), primary: z.boolean() })).optional(),
  groups: z.array(reference).optional(),
  meta: meta.optional(),
})
export type ScimUser = z.input<typeof scimUser>
const scimGroup = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  displayName: z.string().optional(),
  members: z.array(reference).optional(),
  meta: meta.optional(),
})
export type ScimGroup = z.input<typeof scimGroup>

const scimList = <Resource extends z.ZodType>(resource: Resource) =>
  z.object({
    schemas: z.array(z.string()),
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(resource),
  })
const description = z.looseObject({ schemas: z.array(z.string()) })

const access = 'service' as const
const nothing = z.object({})

export const getScimConfiguration = endpoint({
  method: 'GET',
  path: '/scim/v2/ServiceProviderConfig',
  access,
  request: nothing,
  summary: 'What the portal supports of SCIM 2.0. Needs a token that `service create --may scim` made.',
  response: description,
})
export const listScimResourceTypes = endpoint({
  method: 'GET',
  path: '/scim/v2/ResourceTypes',
  access,
  request: nothing,
  summary: 'The SCIM resource types: users and groups.',
  response: scimList(description),
})
export const getScimResourceType = endpoint({
  method: 'GET',
  path: '/scim/v2/ResourceTypes/{id}',
  access,
  request: id,
  summary: 'A SCIM resource type, by its name.',
  response: description,
})
export const listScimSchemas = endpoint({
  method: 'GET',
  path: '/scim/v2/Schemas',
  access,
  request: nothing,
  summary: 'The SCIM attributes that the portal keeps.',
  response: scimList(description),
})
export const getScimSchema = endpoint({
  method: 'GET',
  path: '/scim/v2/Schemas/{id}',
  access,
  request: id,
  summary: 'The SCIM attributes of a resource type, by the URN of its schema.',
  response: description,
})

export const listScimUsers = endpoint({
  method: 'GET',
  path: '/scim/v2/Users',
  access,
  request: page,
  summary:
    'The people of the identity provider, at most 200 on a page. Filters compare `userName`, `externalId`, `id`, `emails.value` or `active` with `eq`, joined with `and`.',
  response: scimList(scimUser),
})
export const createScimUser = endpoint({
  method: 'POST',
  path: '/scim/v2/Users',
  access,
  request: userFields,
  status: 201,
  summary: 'Adds a person. 409 if the `userName`, in any case, or the `externalId` is taken.',
  response: scimUser,
})
export const getScimUser = endpoint({
  method: 'GET',
  path: '/scim/v2/Users/{id}',
  access,
  request: id.extend(shownAttributes.shape),
  summary: 'A person of the identity provider with their groups.',
  response: scimUser,
})
export const replaceScimUser = endpoint({
  method: 'PUT',
  path: '/scim/v2/Users/{id}',
  access,
  headers: ifMatch,
  summary:
    'Replaces the attributes of a person. Without `active` or `externalId`, they stay as they are. 412 if `If-Match` names another version.',
  request: userFields.extend({ ...id.shape, ...match.shape }),
  response: scimUser,
})
export const patchScimUser = endpoint({
  method: 'PATCH',
  path: '/scim/v2/Users/{id}',
  access,
  headers: ifMatch,
  request: patch,
  summary: 'Changes attributes of a person. With `active` false, their sessions end at once.',
  response: scimUser,
})
export const deleteScimUser = endpoint({
  method: 'DELETE',
  path: '/scim/v2/Users/{id}',
  access,
  headers: ifMatch,
  status: 204,
  summary:
    'Removes a person: their sessions and rights end at once, and their data goes except for the name in the audit trail.',
  request: id.extend(match.shape),
  response: z.void(),
})

export const listScimGroups = endpoint({
  method: 'GET',
  path: '/scim/v2/Groups',
  access,
  request: page,
  summary:
    'The groups, each of which stands for a right at a client of the identity provider. Filters compare `displayName`, `id` or `members.value` with `eq`.',
  response: scimList(scimGroup),
})
export const createScimGroup = endpoint({
  method: 'POST',
  path: '/scim/v2/Groups',
  access,
  status: 201,
  summary: 'Always refused: the portal provides the groups. 409 if there is one with this name, 403 if not.',
  request: z.object({ displayName: words(200) }),
  response: scimGroup,
})
export const getScimGroup = endpoint({
  method: 'GET',
  path: '/scim/v2/Groups/{id}',
  access,
  request: id.extend(shownAttributes.shape),
  summary: 'A group with its members.',
  response: scimGroup,
})
export const replaceScimGroup = endpoint({
  method: 'PUT',
  path: '/scim/v2/Groups/{id}',
  access,
  headers: ifMatch,
  summary: 'Replaces the members of a group, at most 10,000.',
  request: id.extend({
    displayName: words(200).optional(),
    members: z
      .array(z.object({ value: text(200) }))
      .max(scimLimits.members)
      .nullish(),
    ...match.shape,
  }),
  response: scimGroup,
})
export const patchScimGroup = endpoint({
  method: 'PATCH',
  path: '/scim/v2/Groups/{id}',
  access,
  headers: ifMatch,
  request: patch,
  status: 204,
  summary: 'Adds, removes or replaces members of a group. Concurrent changes all count.',
  response: z.void(),
})
export const deleteScimGroup = endpoint({
  method: 'DELETE',
  path: '/scim/v2/Groups/{id}',
  access,
  headers: ifMatch,
  status: 204,
  summary: 'Removes all members of a group. The group stays, because it stands for a right.',
  request: id.extend(match.shape),
  response: z.void(),
})
