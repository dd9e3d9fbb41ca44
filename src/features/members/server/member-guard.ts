import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { rejectOtherSites } from '#platform/server/same-origin.ts'
import type { Config } from '#platform/server/settings.ts'
import { memberCookie } from '#sign-in/server/cookies.ts'
import { messages } from '../messages.ts'
import { type Member, memberWith } from './member-sessions.ts'

const login = { to: '/client-member-page/login', label: messages.login.title } as const
const members = new WeakMap<FastifyRequest, Member>()

/** Guard for member endpoints: requires an active member session, otherwise 401. */
export function admitMembers(app: FastifyInstance, db: Database, config: Config) {
  app.guards.member = async (_input, request) => {
    rejectOtherSites(request, config)
    const key = memberCookie.keyIn(request, config)
    const member = key === undefined ? undefined : await memberWith(db, key)
    if (!member) throw problem(401, messages.loginNeeded, {}, login)
    members.set(request, member)
  }
}

/** The authenticated member of this request. */
export function memberOf(request: FastifyRequest): Member {
  const member = members.get(request)
  if (!member) throw new Error('The request was not admitted as one of a member.')
  return member
}
