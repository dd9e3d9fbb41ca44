import { family } from '#platform/server/documents/fonts.ts'
import { palette } from '#platform/server/documents/palette.ts'
import type { Style } from '#platform/server/documents/pdf-primitives.ts'

const paperWidth = 612
const margin = 54
const gutter = 24
const { ink, quiet, blue, hairline } = palette

/** Widths of the letterhead and of a column, in points. */
export const headWidth = paperWidth - 2 * margin
export const columnWidth = (headWidth - gutter) / 2
export const labelWidth = 82
export const fieldFontSize = 9

export const styles = {
  page: {
    fontFamily: family,
    color: ink,
    paddingTop: 44,
    paddingBottom: 62,
    paddingHorizontal: margin,
  },
  // Set here, not on the page: with a page line height, react-pdf drops lines that render the page number.
  body: { fontSize: 9.5, lineHeight: 1.4 },
  runningHead: { position: 'absolute', top: 24, left: margin, right: margin, fontSize: 8, color: quiet },
  letterhead: { borderBottom: `2 solid ${blue}`, paddingBottom: 9 },
  client: { fontSize: 17, fontWeight: 700, color: blue, lineHeight: 1.25, marginBottom: 3 },
  clientLine: { fontSize: 8.5, color: quiet },
  heading: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    alignItems: 'flex-end',
    marginTop: 20,
    marginBottom: 14,
  },
  title: { fontSize: 15, fontWeight: 700, lineHeight: 1.2 },
  marks: { flexDirection: 'row', gap: 18 },
  mark: { alignItems: 'flex-end' },
  markLabel: { fontSize: 7.5, color: quiet },
  markValue: { fontSize: 10, fontWeight: 700 },
  paragraph: { marginBottom: 7 },
  columns: { flexDirection: 'row', gap: gutter, marginTop: 5 },
  column: { width: columnWidth },
  section: { marginBottom: 13 },
  sectionTitle: {
    fontSize: 10,
    fontWeight: 700,
    color: blue,
    borderBottom: `0.75 solid ${hairline}`,
    paddingBottom: 2,
    marginBottom: 4,
  },
  field: { flexDirection: 'row', marginBottom: 2, fontSize: fieldFontSize },
  label: { width: labelWidth, color: quiet },
  value: { width: columnWidth - labelWidth },
  notes: { marginBottom: 13 },
  disclaimer: { fontSize: 8.5, color: quiet, marginTop: 2 },
  signature: { marginTop: 18 },
  signer: { fontWeight: 700, marginTop: 24 },
  footer: {
    position: 'absolute',
    bottom: 32,
    left: margin,
    right: margin,
    textAlign: 'center',
    fontSize: 8,
    color: quiet,
  },
} satisfies Record<string, Style>
