import { scimLimits, scimUrns } from '../../scim-resource-contract.ts'

/** What SCIM clients can find out about the portal (RFC 7644, section 4; RFC 7643, sections 5 to 7). */

export const serviceProviderConfig = (origin: string) => ({
  schemas: [scimUrns.providerConfig],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: scimLimits.page },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Service token',
      description: 'A token that an operator created with the command `service create --may scim`.',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${origin}/scim/v2/ServiceProviderConfig` },
})

export const resourceTypes = (origin: string) =>
  [
    { id: 'User', endpoint: '/Users', schema: scimUrns.user, description: 'Staff of a client' },
    {
      id: 'Group',
      endpoint: '/Groups',
      schema: scimUrns.group,
      description: 'A right at a client',
    },
  ].map((type) => ({
    schemas: [scimUrns.resourceType],
    name: type.id,
    ...type,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${origin}/scim/v2/ResourceTypes/${type.id}` },
  }))

type Attribute = {
  type?: 'string' | 'boolean' | 'complex' | 'reference'
  required?: boolean
  caseExact?: boolean
  multiValued?: boolean
  mutability?: 'readOnly' | 'readWrite' | 'immutable'
  uniqueness?: 'none' | 'server'
  returned?: 'always' | 'default'
  description?: string
  referenceTypes?: string[]
  subAttributes?: readonly object[]
}

const describeAttribute = (name: string, given: Attribute = {}) => {
  const { type = 'string', description = name } = given
  return {
    name,
    type,
    description,
    multiValued: false,
    required: false,
    ...(type === 'string' && { caseExact: false, uniqueness: 'none' }),
    mutability: 'readWrite',
    returned: 'default',
    ...given,
  }
}

const readOnly = { mutability: 'readOnly' } as const
const value = (description: string, more: Attribute = {}) =>
  describeAttribute('value', { description, ...more })
const ref = (referenceTypes: string[]) =>
  describeAttribute('$ref', { type: 'reference', referenceTypes, ...readOnly, description: 'Its address' })

const userAttributes = [
  describeAttribute('userName', {
    required: true,
    uniqueness: 'server',
    description: 'The name at the identity provider, unique in any case',
  }),
  describeAttribute('externalId', {
    caseExact: true,
    uniqueness: 'server',
    description:
      'The person in ID tokens: the claim `sub`, or `oid` with Microsoft Entra ID. It cannot change after the first sign-in.',
  }),
  describeAttribute('active', { type: 'boolean', description: 'Whether the person can sign in' }),
  describeAttribute('displayName', { description: 'The name that the portal shows' }),
  describeAttribute('name', {
    type: 'complex',
    description: 'The parts of the name',
    subAttributes: ['formatted', 'givenName', 'familyName'].map((name) => describeAttribute(name)),
  }),
  describeAttribute('emails', {
    type: 'complex',
    multiValued: true,
    description: 'The portal keeps one address: the primary one, or the one for work',
    subAttributes: [
      value('The email address'),
      describeAttribute('type', { description: 'Always work' }),
      describeAttribute('primary', { type: 'boolean', description: 'Always true' }),
    ],
  }),
  describeAttribute('groups', {
    type: 'complex',
    multiValued: true,
    ...readOnly,
    description: 'The rights of the person',
    subAttributes: [value('The ID of the group', readOnly), ref(['Group'])],
  }),
]

const groupAttributes = [
  describeAttribute('displayName', {
    required: true,
    uniqueness: 'server',
    ...readOnly,
    description: 'The client and what its members can do there',
  }),
  describeAttribute('members', {
    type: 'complex',
    multiValued: true,
    description: 'The people with this right',
    subAttributes: [
      value('The ID of the person', { mutability: 'immutable' }),
      ref(['User']),
      describeAttribute('display', { ...readOnly, description: 'The name of the person' }),
      describeAttribute('type', { ...readOnly, description: 'Always User' }),
    ],
  }),
]

export const schemas = (origin: string) =>
  [
    { id: scimUrns.user, name: 'User', description: 'Staff of a client', attributes: userAttributes },
    { id: scimUrns.group, name: 'Group', description: 'A right at a client', attributes: groupAttributes },
  ].map((schema) => ({
    schemas: [scimUrns.schema],
    ...schema,
    meta: { resourceType: 'Schema', location: `${origin}/scim/v2/Schemas/${schema.id}` },
  }))
