import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { findProviderTypes, listProviderTypes } from './contract.ts'

// What to do when a search finds nothing loads on demand, and this contract with it.

export const listRelatedTypes = endpoint({
  method: 'GET',
  path: '/api/providertypes/{stateId}/{typeId}/related',
  access: 'by-definition',
  summary:
    'Up to four provider types with providers in the network that people visit for similar care, closest first',
  headers: findProviderTypes.headers,
  request: listProviderTypes.request.extend({ typeId: z.string().trim().max(10) }),
  response: listProviderTypes.response,
})
