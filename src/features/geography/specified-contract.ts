import { endpoint } from '#platform/contract/endpoint.ts'
import { geocode } from './contract.ts'

/** First specification, the table of calls. Pages send the address in the body, with `geocode`. */
export const geocodeByUrl = endpoint({
  method: 'GET',
  path: '/api/_gc',
  access: 'public',
  hasSensitiveUrl: true,
  summary: 'The same as `POST /api/_gc`, with the address in the URL. 404 with `SENSITIVE_URLS=off`.',
  request: geocode.request,
  response: geocode.response,
})
