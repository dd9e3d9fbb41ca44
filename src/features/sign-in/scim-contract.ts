import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import {
  description,
  id,
  ifMatch,
  match,
  page,
  patch,
  scimGroup,
  scimLimits,
  scimList,
  scimUser,
  shownAttributes,
  text,
  userFields,
  words,
} from './scim-resource-contract.ts'

/** SCIM 2.0 (RFC 7643, RFC 7644) for identity providers that send people and their rights. */

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
