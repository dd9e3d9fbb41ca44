import { endpoint } from '#platform/contract/endpoint.ts'
import { openItnPdf } from './contract.ts'

/** Second specification, section 7. Pages send the ITN in the body, with `openItnPdf`. */
export const openItnPdfByUrl = endpoint({
  method: 'GET',
  path: '/api/itn/pdf/{itn}',
  access: 'staff',
  features: [['clientAuth']],
  hasSensitiveUrl: true,
  summary:
    'The same PDF as `POST /api/itn/pdf`, with the ITN in the URL. Authenticate with a ticket in the query parameter `token` or with a bearer token. 404 with `SENSITIVE_URLS=off`.',
  request: openItnPdf.request,
  response: openItnPdf.response,
})
