import { formatPhone } from '#platform/contract/phone-address.ts'

/** A phone number as a link; text without a number stays text. */
export function PhoneLink({ phone }: { phone: string }) {
  const telephone = formatPhone(phone)
  return telephone ? <a href={`tel:${telephone}`}>{phone}</a> : phone
}
