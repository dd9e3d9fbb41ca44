import { getSystemErrorName } from 'node:util'
import { z } from 'zod'

/** Why a mail was not taken: a code without anybody's words, and whether trying again is of no use. */
export type Fault = { words: string; isFinal: boolean }

/** What nodemailer says of a failure; `command` is the part of the conversation it happened in. */
const failure = z.object({
  code: z.string().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  /** The system's number for a connection that failed. */
  errno: z.number().int().negative().optional().catch(undefined),
})

/** Answers about the portal's own sign-in (RFC 4954): the settings are at fault, not the mail. */
const aboutSignIn = new Set([530, 534, 535, 538])
/** nodemailer's codes for a mail, rather than a connection, that was refused. */
const aboutMail = new Set(['EENVELOPE', 'EMESSAGE'])

/** What a failed attempt means: 5xx about the mail itself is final (RFC 5321, section 4.2.1), all else may pass. */
export function faultOf(error: unknown): Fault {
  const { data = {} } = failure.safeParse(error)
  const { code = 'unknown', command, responseCode, errno } = data as z.infer<typeof failure>
  const kind = errno === undefined ? code : getSystemErrorName(errno)
  const words = [responseCode ?? kind, command].filter((part) => part !== undefined).join(' ')
  const isFinal = aboutMail.has(code) && (responseCode ?? 500) >= 500 && !aboutSignIn.has(responseCode ?? 0)
  return { words, isFinal }
}
