import { z } from 'zod'

/** The resources, parameters and limits of SCIM 2.0 (RFC 7643, RFC 7644). */

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

export const text = (maxLength: number) => z.string().max(maxLength).refine(isPlain)
export const words = (maxLength: number) => text(maxLength).refine((value) => value.trim() !== '')
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
export const userFields = z.object({
  userName: words(200),
  externalId: words(200).nullish(),
  active: scimBoolean.optional(),
  displayName: text(200).nullish(),
  name: name.nullish(),
  emails: scimEmails.nullish(),
})
export type UserFields = z.output<typeof userFields>

export const id = z.object({ id: text(200) })
export const match = z.object({ ifMatch: z.string().max(200).optional() })
export const ifMatch = { ifMatch: 'if-match' } as const
const wholeNumber = z
  .string()
  .regex(/^-?\d{1,9}$/)
  .transform(Number)
export const shownAttributes = z.object({
  attributes: text(1000).optional(),
  excludedAttributes: text(1000).optional(),
})
export const page = shownAttributes.extend({
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
export const patch = id.extend({
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
export const scimUser = z.object({
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
export const scimGroup = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  displayName: z.string().optional(),
  members: z.array(reference).optional(),
  meta: meta.optional(),
})
export type ScimGroup = z.input<typeof scimGroup>

export const scimList = <Resource extends z.ZodType>(resource: Resource) =>
  z.object({
    schemas: z.array(z.string()),
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(resource),
  })
export const description = z.looseObject({ schemas: z.array(z.string()) })
