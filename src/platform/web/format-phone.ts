/** The number in a text, as an address to be called has it (RFC 3966), with its extension; none where there is none. */
export function telephoneOf(text: string): string | undefined {
  const [number = '', extension] = text.split(/(?:ext(?:ension)?\.?|x)\s*(?=\d)/i)
  const digits = dialled(number)
  if (!/\d/.test(digits)) return undefined
  return extension ? `${digits};ext=${dialled(extension)}` : digits
}

const dialled = (text: string) => text.replaceAll(/[^\d+]/g, '').replaceAll(/(?<=.)\+/g, '')
