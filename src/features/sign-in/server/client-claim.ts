import { z } from 'zod'

const text = z.string().trim().min(1)
const singleText = z.union([text, z.tuple([text]).transform(([only]) => only)])
const anyObject = z.record(z.string(), z.unknown())

/**
 * Reads the client ID from ID token claims: under the literal claim name, otherwise with the name as a path
 * (`extn.ClientId` in `{ "extn": { "ClientId": … } }`), as a string or a list of one. Undefined if missing,
 * empty or ambiguous.
 */
export function readClientId(claims: Record<string, unknown>, claim: string): string | undefined {
  const found = Object.hasOwn(claims, claim) ? claims[claim] : followPath(claims, claim.split('.'))
  return singleText.safeParse(found).data
}

function followPath(claims: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, name) => {
    const { data } = anyObject.safeParse(node)
    return data && Object.hasOwn(data, name) ? data[name] : undefined
  }, claims)
}
