import { getSystemErrorName } from 'node:util'
import { z } from 'zod'

/** Why a delivery failed: a code without server text, and whether a retry is useless. */
export type DeliveryError = { words: string; isFinal: boolean }

/** A nodemailer error; `command` is the step of the SMTP conversation that failed. */
const failure = z.object({
  code: z.string().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  /** The system's error number for a failed connection. */
  errno: z.number().int().negative().optional().catch(undefined),
})

/** Responses about the portal's own login (RFC 4954): the settings are wrong, not the email. */
const aboutSignIn = new Set([530, 534, 535, 538])
/** nodemailer's codes for a rejected email, as opposed to a failed connection. */
const aboutMail = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * Classifies a failed attempt: a 5xx about the email itself is permanent (RFC 5321, section 4.2.1);
 * everything else may be temporary.
 */
export function classifySmtpError(error: unknown): DeliveryError {
  const { data = {} } = failure.safeParse(error)
  const { code = 'unknown', command, responseCode, errno } = data as z.infer<typeof failure>
  const kind = errno === undefined ? code : getSystemErrorName(errno)
  const words = [responseCode ?? kind, command].filter((part) => part !== undefined).join(' ')
  const isFinal = aboutMail.has(code) && (responseCode ?? 500) >= 500 && !aboutSignIn.has(responseCode ?? 0)
  return { words, isFinal }
}
