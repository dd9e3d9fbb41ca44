import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { requireMember } from '#members/server/member-sessions.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { getSearchDefinition } from '#provider-search/server/search-access-guard.ts'
import { getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { requireServiceRight } from '#sign-in/server/tokens/service-tokens.ts'
import { openPortal } from '#test-support/portal-fixture.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

const readers: [string, (request: FastifyRequest) => unknown][] = [
  ['staff member', getStaffPrincipal],
  ['service', (request) => requireServiceRight(request, 'decisions')],
  ['member', requireMember],
  ['search definition', getSearchDefinition],
]

const open = endpoint({
  method: 'GET',
  path: '/api/open',
  access: 'public',
  summary: 'An endpoint without a guard',
  request: z.object({}),
  response: z.object({}),
})

test.each(readers)('reading the %s throws an internal error if no guard has run', async (_what, read) => {
  let caught: unknown
  registerEndpoint(portal.app, open, async (_input, request) => {
    try {
      read(request)
    } catch (error) {
      caught = error
    }
    return {}
  })
  await portal.app.inject('/api/open')
  expect(caught).toBeInstanceOf(Error)
  expect(caught).not.toHaveProperty('status')
})
