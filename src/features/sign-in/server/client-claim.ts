import { z } from 'zod'

const text = z.string().trim().min(1)
const one = z.union([text, z.tuple([text]).transform(([only]) => only)])
const branch = z.record(z.string(), z.unknown())

/**
 * The client id that the claims of an id token name: at the claim's name as it is written, else along its dots
 * (`extn.ClientId` in `{ "extn": { "ClientId": … } }`); as a text or a list of one. Undefined where it is
 * missing, empty, or names several.
 */
export function clientIdIn(claims: Record<string, unknown>, claim: string): string | undefined {
  const found = Object.hasOwn(claims, claim) ? claims[claim] : along(claims, claim.split('.'))
  return one.safeParse(found).data
}

function along(claims: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((place, name) => {
    const { data } = branch.safeParse(place)
    return data && Object.hasOwn(data, name) ? data[name] : undefined
  }, claims)
}
