import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { deviceCookie, deviceLifeMs, generateKey } from '#sign-in/server/cookies.ts'
import { isAccountName } from './member-accounts.ts'

/**
 * Returns a value for the device cookie (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a random ID
 * and its expiry, signed with the key of the account. It identifies neither the account nor a person.
 */
export function signDevice(deviceKey: Buffer): string {
  const payload = `${generateKey()}.${(now().getTime() + deviceLifeMs).toString(36)}`
  return `${payload}.${createSignature(deviceKey, payload)}`
}

const cookieFormat = /^(([\w-]{43})\.([0-9a-z]{1,12}))\.([\w-]{43})$/

const createSignature = (deviceKey: Buffer, payload: string) =>
  createHmac('sha256', deviceKey).update(payload).digest('base64url')

/** Finds the ID of the device that sent a login, if the account signed its cookie and the cookie has not expired. */
export const createDeviceFinder =
  (config: Config, findDeviceKey: (account: string) => Promise<Buffer | undefined>) =>
  async (request: FastifyRequest, name: string): Promise<string | undefined> => {
    const cookie = cookieFormat.exec(deviceCookie.readKey(request, config) ?? '')
    const [, payload = '', id = '', expires = '', signature = ''] = cookie ?? []
    const isCurrent = Number.parseInt(expires, 36) > now().getTime()
    const deviceKey = isCurrent && isAccountName(name) ? await findDeviceKey(name) : undefined
    if (!deviceKey) return undefined
    const expected = createSignature(deviceKey, payload)
    return timingSafeEqual(Buffer.from(expected), Buffer.from(signature)) ? id : undefined
  }
