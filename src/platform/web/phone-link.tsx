import { telephoneOf } from './format-phone.ts'

/** A telephone number that can be called; a text without one stays a text. */
export function PhoneLink({ phone }: { phone: string }) {
  const telephone = telephoneOf(phone)
  return telephone ? <a href={`tel:${telephone}`}>{phone}</a> : phone
}
