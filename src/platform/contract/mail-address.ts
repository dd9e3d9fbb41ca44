/**
 * One address in the form that everybody can be reached under (RFC 5321 without quotes, comments and literals).
 * What could end a header or begin another recipient is no part of it, nor what mail servers of old took for the
 * way on to another address: `ann%elsewhere.example@` and `elsewhere.example!ann@`.
 */
const pattern =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[a-z0-9#$&'*+/=?^_`{|}~-]+(\.[a-z0-9#$&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/i

/** Whether a text is exactly one e-mail address. */
export const isAddress = (text: string): boolean => pattern.test(text)
