import { Document, Page, Text, View } from '@react-pdf/renderer'
import { type ComponentProps, createElement, type ReactElement } from 'react'
import './fonts.ts'

export type Style = NonNullable<ComponentProps<typeof View>['style']>
export type Element = ReactElement | string | false | null | undefined

/** A box with children. */
export const view = (style: Style, ...children: Element[]) => createElement(View, { style }, ...children)

/** A box that is never split across pages. */
export const unbreakable = (style: Style, ...children: Element[]) =>
  createElement(View, { style, wrap: false }, ...children)

/** A paragraph. */
export const text = (style: Style, ...children: Element[]) => createElement(Text, { style }, ...children)

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

/** A US Letter page, with as many further pages as its content needs. */
export const letterPage = (style: Style, ...children: Element[]) =>
  createElement(Page, { size: 'LETTER', style: { ...wholeLetters, ...style } }, ...children)

/** A strip as wide as US Letter and this many points high, to place above another page. */
export const strip = (height: number, style: Style, ...children: Element[]) =>
  createElement(Page, { size: [612, height], style: { ...wholeLetters, ...style } }, ...children)

type PdfMetadata = { title: string; author: string; madeAt: Date }

/** A document. Its bytes depend only on its content and its date. */
export const pdfDocument = ({ title, author, madeAt }: PdfMetadata, ...pages: ReactElement[]) =>
  createElement(
    Document,
    {
      title,
      author,
      creator: author,
      producer: author,
      language: 'en-US',
      creationDate: madeAt,
      modificationDate: madeAt,
    },
    ...pages,
  )
