/**
 * The phone number in some text as a phone address (RFC 3966), with its extension; undefined if there is
 * none.
 */
export function formatPhone(text: string): string | undefined {
  const [number = '', extension] = text.split(/(?:ext(?:ension)?\.?|x)\s*(?=\d)/i)
  const digits = dialled(number)
  if (!/\d/.test(digits)) return undefined
  return extension ? `${digits};ext=${dialled(extension)}` : digits
}

const dialled = (text: string) => text.replaceAll(/[^\d+]/g, '').replaceAll(/(?<=.)\+/g, '')
