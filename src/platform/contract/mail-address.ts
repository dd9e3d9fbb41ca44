/**
 * Matches a single address in the form that every mail server accepts (RFC 5321 without quotes, comments and
 * literals). Excludes characters that could end a header or start another recipient, and legacy routing such
 * as `ann%elsewhere.example@` and `elsewhere.example!ann@`.
 */
const pattern =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[a-z0-9#$&'*+/=?^_`{|}~-]+(\.[a-z0-9#$&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/i

/** Whether a string is exactly one email address. */
export const isAddress = (text: string): boolean => pattern.test(text)
