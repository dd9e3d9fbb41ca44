import { Document, Page, Text, View } from '@react-pdf/renderer'
import { type ComponentProps, createElement, type ReactElement } from 'react'
import './fonts.ts'

export type Style = NonNullable<ComponentProps<typeof View>['style']>
export type Element = ReactElement | string | false | null | undefined

/** A box with what is in it. */
export const view = (style: Style, ...children: Element[]) => createElement(View, { style }, ...children)

/** A box that never begins on one page and ends on the next. */
export const whole = (style: Style, ...children: Element[]) =>
  createElement(View, { style, wrap: false }, ...children)

/** A paragraph. */
export const text = (style: Style, ...children: Element[]) => createElement(Text, { style }, ...children)

/** A line that stands on every page at the same place and knows the page's number. */
export const onEveryPage = (style: Style, line: (page: number, pages: number) => string) =>
  createElement(Text, {
    style,
    fixed: true,
    render: ({ pageNumber, totalPages }) => line(pageNumber, totalPages),
  })

/** Not to be taken apart: at the end of a text react-pdf loses the marks that the font would set one by one. */
const wholeLetters = { fontFeatureSettings: { ccmp: 0 } }

/** A page of US Letter paper, and as many more as its content needs. */
export const letterPage = (style: Style, ...children: Element[]) =>
  createElement(Page, { size: 'LETTER', style: { ...wholeLetters, ...style } }, ...children)

/** A strip as wide as US Letter paper and so high in points: a page that is put above another one. */
export const strip = (height: number, style: Style, ...children: Element[]) =>
  createElement(Page, { size: [612, height], style: { ...wholeLetters, ...style } }, ...children)

type Facts = { title: string; author: string; madeAt: Date }

/** A document. What it is made from and when is all that its bytes depend on. */
export const documentOf = ({ title, author, madeAt }: Facts, ...pages: ReactElement[]) =>
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
