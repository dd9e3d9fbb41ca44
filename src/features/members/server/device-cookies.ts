import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { deviceCookie, deviceLifeMs } from '#sign-in/server/cookies.ts'
import { generateKey } from '#sign-in/server/secret-keys.ts'

/** The part of an account that signs its device cookies. */
type DeviceAccount = { deviceKey: Buffer }

/**
 * The value of the device cookie (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a random ID
 * and its expiry, signed with the key of the account. It identifies neither the account nor a person.
 */
export function signDevice({ deviceKey }: DeviceAccount, id = generateKey()): string {
  const payload = `${id}.${(now().getTime() + deviceLifeMs).toString(36)}`
  return `${payload}.${signature(deviceKey, payload)}`
}

/** The ID of a device cookie that was issued for this account and is still valid. */
export function verifyDevice({ deviceKey }: DeviceAccount, value: string): string | undefined {
  const [, payload = '', id, expires = '', signed = ''] =
    /^(([\w-]{43})\.([0-9a-z]{1,12}))\.([\w-]{43})$/.exec(value) ?? []
  const [expected, given] = [signature(deviceKey, payload), signed].map((text) => Buffer.from(text))
  const isOwn = expected && given && expected.length === given.length && timingSafeEqual(expected, given)
  return isOwn && Number.parseInt(expires, 36) > now().getTime() ? id : undefined
}

const signature = (deviceKey: Buffer, payload: string) =>
  createHmac('sha256', deviceKey).update(payload).digest('base64url')

/** The ID of the device that sent this request, if the account knows it. Without a cookie, looks up no account. */
export async function findDevice(
  request: FastifyRequest,
  config: Config,
  findAccount: () => Promise<DeviceAccount | undefined>,
): Promise<string | undefined> {
  const value = deviceCookie.readKey(request, config)
  const account = value === undefined ? undefined : await findAccount()
  return account && value !== undefined ? verifyDevice(account, value) : undefined
}
