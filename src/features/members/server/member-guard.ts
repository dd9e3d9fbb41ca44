import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { rejectOtherSites } from '#platform/server/same-origin.ts'
import type { Config } from '#platform/server/settings.ts'
import { memberCookie } from '#sign-in/server/cookies.ts'
import { messages } from '../messages.ts'
import { findAndExtendSession, type Member } from './member-sessions.ts'

const login = { to: '/client-member-page/login', label: messages.login.title } as const
const members = new WeakMap<FastifyRequest, Member>()

/** Registers the guard of member endpoints, which requires an active member session (401 otherwise). */
export function admitMembers(app: FastifyInstance, db: Database, config: Config) {
  app.guards.member = async (_input, request) => {
    rejectOtherSites(request, config)
    const key = memberCookie.readKey(request, config)
    const member = key === undefined ? undefined : await findAndExtendSession(db, key)
    if (!member) throw problem(401, messages.loginNeeded, {}, login)
    members.set(request, member)
  }
}

/** The authenticated member of this request. */
export function requireMember(request: FastifyRequest): Member {
  const member = members.get(request)
  if (!member) throw new Error('The request has no authenticated member.')
  return member
}
