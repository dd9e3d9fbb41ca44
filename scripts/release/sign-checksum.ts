// The signature of a release: Ed25519, over the file with the checksum of the archive. `openssl pkeyutl` verifies it.
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** Reads the private key; any other than an unencrypted Ed25519 key in PEM stops the release before it is built. */
export function readSigningKey(file: string): KeyObject {
  const key = parseKey(file)
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new Error(
    `${file} is not an unencrypted Ed25519 private key in PEM. Make one: openssl genpkey -algorithm ed25519 -out ${file}`,
  )
}

function parseKey(file: string): KeyObject | undefined {
  const text = readFileSync(file)
  try {
    return createPrivateKey(text)
  } catch {
    return undefined
  }
}

/** Writes the signature of a file next to it, and returns its name. */
export function signFile(file: string, key: KeyObject): string {
  const signature = `${file}.sig`
  writeFileSync(signature, sign(null, readFileSync(file), key))
  return signature
}
