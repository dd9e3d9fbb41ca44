import { formatPhone } from '#platform/contract/phone-address.ts'

type PhoneLinkProps = {
  phone: string
  /** -1 while the link cannot be seen. */
  tabIndex?: -1
}

/** A phone number as a link; text without a number stays text. */
export function PhoneLink({ phone, tabIndex }: PhoneLinkProps) {
  const telephone = formatPhone(phone)
  return telephone ? (
    <a href={`tel:${telephone}`} tabIndex={tabIndex}>
      {phone}
    </a>
  ) : (
    phone
  )
}
