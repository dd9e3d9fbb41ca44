/** The colours of every document, as hexadecimal RGB; each reads in grey print. */
export const palette = {
  ink: '#1b2733',
  quiet: '#4a5b6c',
  blue: '#0b3d6b',
  hairline: '#c3ccd6',
  /** Behind headings and totals. */
  tint: '#eef2f6',
  paper: '#ffffff',
  /** Money saved, and nothing else. */
  green: '#2e7d4f',
} as const
