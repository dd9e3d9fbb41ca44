import { Document, Link, Page, Text, View } from '@react-pdf/renderer'
import { type ComponentProps, cloneElement, createElement, type ReactElement } from 'react'
import { replacementCharacter, sanitizePdfText } from '../contract/normalize-text.ts'
import { type Column, columnWidths, fitText } from './column-widths.ts'
import { messages } from './messages.ts'
import { palette } from './palette.ts'
import { family } from './react-pdf-fonts.ts'
import type { Tag } from './structure-tree.ts'

/** The width of US Letter, in points. */
export const paperWidth = 612
/** The margin at either side of a page, in points. */
export const margin = 54
const labelWidth = 110
const gap = 8
const { ink, quiet, blue, hairline } = palette

/** The width between the margins, in points. */
export const sheetWidth = paperWidth - 2 * margin

/** The style of a plain page: for documents that are read, not mailed. */
export const styles = {
  page: { fontFamily: family, color: ink, paddingTop: 44, paddingBottom: 62, paddingHorizontal: margin },
  // Not set on the page: react-pdf drops page-number lines if the page has a line height.
  body: { fontSize: 9.5, lineHeight: 1.4 },
  pageHeader: { borderBottom: `2 solid ${blue}`, paddingBottom: 8, marginBottom: 16 },
  company: { fontSize: 9, color: quiet },
  title: { fontSize: 17, fontWeight: 700, color: blue, lineHeight: 1.3 },
  lost: { fontSize: 8.5, color: quiet, marginTop: 4 },
  section: {
    fontSize: 11,
    fontWeight: 700,
    color: blue,
    borderBottom: `0.75 solid ${hairline}`,
    paddingBottom: 2,
    marginTop: 14,
    marginBottom: 5,
  },
  fact: { flexDirection: 'row', marginBottom: 2 },
  label: { width: labelWidth, color: quiet },
  value: { width: sheetWidth - labelWidth },
  paragraph: { marginBottom: 6 },
  row: {
    flexDirection: 'row',
    gap,
    borderBottom: `0.5 solid ${hairline}`,
    paddingVertical: 3,
  },
  heading: { fontWeight: 700 },
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

/** The style of a strip above a page from another document. */
export const stripStyles = {
  height: 20,
  page: { fontFamily: family, fontSize: 8, color: ink },
  image: { position: 'absolute', top: 5, left: 18, width: 340, maxLines: 1, textOverflow: 'ellipsis' },
  place: { position: 'absolute', top: 5, right: 18, width: 230, textAlign: 'right', color: quiet },
} as const

/** The page header: owner, title, and a note if characters were lost. */
export const pageHeader = (given: { company: string }, title: string) =>
  view(
    styles.pageHeader,
    text(styles.company, sanitizePdfText(given.company)),
    tagged({ type: 'H1' }, text(styles.title, title)),
    textsIn(given).some((content) => sanitizePdfText(content).includes(replacementCharacter)) &&
      text(styles.lost, messages.lost(replacementCharacter)),
  )

const textsIn = (given: unknown): string[] => {
  if (typeof given === 'string') return [given]
  return typeof given === 'object' && given !== null ? Object.values(given).flatMap(textsIn) : []
}

/** A section heading. */
export const section = (title: string) => tagged({ type: 'H2' }, text(styles.section, title))

/** Label and value pairs, one below the other; empty ones are omitted. */
export const fieldList = (all: readonly (readonly [label: string, value: string | null])[]) =>
  tagged(
    { type: 'L' },
    view(
      {},
      ...all
        .filter(([, value]) => value)
        .map(([label, value]) =>
          field(
            unbreakable,
            styles.fact,
            text(styles.label, label),
            text(styles.value, toLines(value, sheetWidth - labelWidth, 9.5)),
          ),
        ),
    ),
  )

/** A label and its value in a box, as an entry of a list. */
export const field = (box: typeof view, style: Style, label: ReactElement, value: ReactElement) =>
  tagged({ type: 'LI' }, box(style, tagged({ type: 'Lbl' }, label), tagged({ type: 'LBody' }, value)))

/** Text in several paragraphs. */
export const paragraphs = (content: string) =>
  view(
    {},
    ...sanitizePdfText(content)
      .split('\n')
      .map((line) => text(styles.paragraph, fitText(line, sheetWidth / 9.5))),
  )

/** A table that repeats its headings on every page. */
export function table(
  columns: readonly Column[],
  headings: readonly string[],
  rows: readonly (readonly string[])[],
) {
  const lines = [headings, ...rows].map((line) => line.map(sanitizePdfText))
  const { size, widths } = columnWidths(columns, lines, sheetWidth - gap * (columns.length - 1))
  const cells = (values: readonly string[], style: Style, tag: Tag): Element[] =>
    columns.map(({ isNumber }, at) => {
      const width = widths[at] ?? 0
      const alignment = isNumber ? 'right' : 'left'
      const content = toLines(values[at] ?? '', width, size)
      return tagged(tag, text({ ...style, fontSize: size, width, textAlign: alignment }, content))
    })
  const headCells = cells(headings, styles.heading, { type: 'TH', scope: 'Column' })
  return tagged(
    { type: 'Table' },
    view(
      {},
      tagged({ type: 'TR' }, createElement(View, { style: styles.row, fixed: true }, ...headCells)),
      ...rows.map((row) =>
        tagged({ type: 'TR' }, unbreakable(styles.row, ...cells(row, {}, { type: 'TD' }))),
      ),
    ),
  )
}

/** The footer of every page. */
export const pageFooter = (line: (page: number, pages: number) => string) => onEveryPage(styles.footer, line)

/** Text that can be shown in this width at this size: words that are wider are broken. */
export const toLines = (value: string | null, width: number, size: number) =>
  fitText(sanitizePdfText(value ?? ''), width / size)

export type Style = NonNullable<ComponentProps<typeof View>['style']>
export type Element = ReactElement | string | false | null | undefined

/** Gives an element its role in the structure, for assistive technology; text without one is a paragraph. */
export const tagged = (tag: Tag, element: ReactElement): ReactElement =>
  cloneElement(element as ReactElement<{ tag?: Tag }>, { tag })

/** A box with children. */
export const view = (style: Style, ...children: Element[]) => createElement(View, { style }, ...children)

/** A box that is never split across pages. */
export const unbreakable = (style: Style, ...children: Element[]) =>
  createElement(View, { style, wrap: false }, ...children)

/** A paragraph. */
export const text = (style: Style, ...children: Element[]) => createElement(Text, { style }, ...children)

/** A link to another site, or one that calls a number. */
export const link = (style: Style, src: string, label: string) => createElement(Link, { style, src }, label)

/** A line at the same position on every page; `line` receives the page number and the page count. */
export const onEveryPage = (style: Style, line: (page: number, pages: number) => string) =>
  createElement(Text, {
    style,
    fixed: true,
    render: ({ pageNumber, totalPages }) => line(pageNumber, totalPages),
  })

/**
 * Keeps letters in one piece with their diacritics: react-pdf loses separate diacritics at the end of text.
 */
const wholeLetters = { fontFeatureSettings: { ccmp: 0 } }

/** A page of this size, with as many further pages as its content needs. */
export const paperPage = (size: 'LETTER' | 'A4', style: Style, ...children: Element[]) =>
  createElement(Page, { size, style: { ...wholeLetters, ...style } }, ...children)

/** A US Letter page, with as many further pages as its content needs. */
export const letterPage = (style: Style, ...children: Element[]) => paperPage('LETTER', style, ...children)

/**
 * A strip as wide as US Letter and this many points high, to place above another page. Without a height, it is as high
 * as its content.
 */
export const strip = (height: number | undefined, style: Style, ...children: Element[]) =>
  createElement(
    Page,
    {
      size: height === undefined ? [paperWidth] : [paperWidth, height],
      style: { ...wholeLetters, ...style },
    },
    ...children,
  )

type PdfMetadata = { title: string; author: string; madeAt: Date; language?: string }

/** A document. Its bytes depend only on its content and its date. */
export const pdfDocument = (
  { title, author, madeAt, language = 'en-US' }: PdfMetadata,
  ...pages: ReactElement[]
) => createElement(Document, { title, author, language, creationDate: madeAt }, ...pages)
