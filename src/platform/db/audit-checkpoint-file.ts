import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'

/** What a checkpoint states: at this time, the chain had this hash at this position. */
type Statement = { position: number; hash: string; at: string }

/** A checkpoint as it is stored outside the database. */
const checkpoint = z.object({
  format: z.literal('portal-audit-checkpoint-1'),
  position: z.int().min(1),
  /** SHA-256 of the last seal, in hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  /** The Ed25519 key, as DER in Base64. */
  publicKey: z.base64(),
  signature: z.base64(),
})
export type Checkpoint = z.infer<typeof checkpoint>

const format = 'portal-audit-checkpoint-1' as const

const signedText = ({ position, hash, at }: Statement) => Buffer.from([format, position, hash, at].join('\n'))

/** Signs a statement with the portal's key. */
export function signCheckpoint({ position, hash, at }: Statement, key: KeyObject): Checkpoint {
  const signature = sign(null, signedText({ position, hash, at }), key).toString('base64')
  return { format, position, hash, at, publicKey: exportPublicKey(key), signature }
}

/** Parses the text of a checkpoint file; undefined for anything else. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  try {
    return checkpoint.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Whether the signature of a checkpoint matches its own key. */
export function isSigned({ publicKey, signature, ...statement }: Checkpoint): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' })
    return (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, signedText(statement), key, Buffer.from(signature, 'base64'))
    )
  } catch {
    return false
  }
}

/** The public part of a key, as checkpoints have it. */
export const exportPublicKey = (key: KeyObject) =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')

/** The fingerprint of a public key, which people compare. */
export const fingerprint = (publicKey: string) =>
  `SHA256:${createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('base64url')}`

/** Reads the portal's key for checkpoints; undefined if there is none yet. */
export async function readCheckpointKey(file: string): Promise<KeyObject | undefined> {
  try {
    return createPrivateKey(await readFile(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Makes the portal's key for checkpoints, readable by its owner only. Never replaces one. */
export async function makeCheckpointKey(file: string): Promise<KeyObject> {
  const { privateKey } = generateKeyPairSync('ed25519')
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  return privateKey
}
