import { z } from 'zod'
import { binaryResponse, endpoint } from '#platform/contract/endpoint.ts'

/**
 * A client as it appears in lists and local storage. Requests name a client by its ID in the header
 * `client-id`.
 */
export const clientOption = z.object({
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/),
  label: z.string(),
})
export type ClientOption = z.infer<typeof clientOption>

export const accountManager = z.object({
  name: z.string(),
  title: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The picture URL, which requires the bearer token; null if there is none. */
  photoUrl: z.string().nullable(),
})
export type AccountManager = z.infer<typeof accountManager>

export const paper = z.enum(['letter', 'a4'])
/** The paper size of a client's documents. */
export type Paper = z.infer<typeof paper>

/** The feature flags of a client. */
export const features = z.object({
  patientSearch: z.boolean(),
  currentActivity: z.boolean(),
  clientAuth: z.boolean(),
  caseSummary: z.boolean(),
})
export type Features = z.infer<typeof features>
export type Feature = keyof Features

/**
 * The client configuration that the menu is built from (second specification, section 3). It grants no
 * access.
 */
export const clientConfiguration = z.object({
  clientId: z.string(),
  clientName: z.string(),
  clientCodes: z.record(z.string(), z.string()),
  providerSearches: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      url: z.string(),
      /** Whether only signed-in staff can use the search; if so, its requests carry the token. */
      isSecure: z.boolean(),
      /** Whether staff can issue verifications of benefits for its providers. */
      isVOB: z.boolean(),
    }),
  ),
  ...features.shape,
  mayDecide: z.boolean(),
  /** If cases can be opened in an emergency: for how long, and whether the person can do it or reviews it. */
  emergencyAccess: z.object({ role: z.enum(['open', 'review']), minutes: z.int() }).optional(),
  /** Whether the person may change the passwords of the client's member accounts. */
  managesMembers: z.boolean().optional(),
  reports: z.array(z.object({ code: z.string(), name: z.string(), multiClient: z.boolean() })),
  accountManagement: z.array(accountManager),
  /** Whether the requester is internal staff. */
  isInternal: z.boolean(),
  /**
   * Changes whenever the client or the person's grants change. Responses about a client carry it in the
   * header `configuration-version`.
   */
  version: z.string(),
})
export type ClientConfiguration = z.infer<typeof clientConfiguration>

export const getClientConfiguration = endpoint({
  method: 'GET',
  path: '/api/clientconfiguration/{clientId}',
  access: 'staff',
  summary: 'The configuration of a client; 404 unless the person may view it.',
  request: z.object({ clientId: z.string().min(1).max(64) }),
  response: clientConfiguration,
})

export const listClients = endpoint({
  method: 'GET',
  path: '/api/autocomplete/',
  access: 'staff',
  summary: 'The clients that a person may view: all enabled ones for internal staff, their own for others.',
  request: z.object({}),
  response: z.object({ clients: z.array(clientOption) }),
})

export const getHomePage = endpoint({
  method: 'GET',
  path: '/api/client-home-page',
  access: 'staff',
  summary: "The banner, video and HTML of the current client's home page.",
  request: z.object({}),
  response: z.object({ content: z.string(), banner: z.string(), videoUrl: z.string().nullable() }),
})

export const getAccountManagerPicture = endpoint({
  method: 'GET',
  path: '/api/account-manager-picture/{id}',
  access: 'staff',
  summary: 'The picture of an account manager of the current client.',
  request: z.object({ id: z.uuid() }),
  response: binaryResponse('image/png', 'image/jpeg', 'image/webp'),
})

export const listSelectorSearches = endpoint({
  method: 'GET',
  path: '/api/selector-searches',
  access: 'internal',
  summary: 'The provider searches in the client selector: the public ones of the portal and external ones.',
  request: z.object({}),
  response: z.object({ searches: z.array(z.object({ name: z.string(), url: z.string() })) }),
})
