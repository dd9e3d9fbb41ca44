/** The colors of every document in hexadecimal RGB; all are readable in grayscale. */
export const palette = {
  ink: '#1b2733',
  quiet: '#4a5b6c',
  blue: '#0b3d6b',
  hairline: '#c3ccd6',
  /** The background of headings and totals. */
  tint: '#eef2f6',
  paper: '#ffffff',
  /** For savings only. */
  green: '#2e7d4f',
  /** For withdrawn documents only. */
  red: '#a3231b',
} as const
