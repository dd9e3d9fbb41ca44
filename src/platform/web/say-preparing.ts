import { messages } from '../messages.ts'

/** Says in a blank window, in the look of this page, that its document is on its way. */
export function sayPreparing({ document: blank }: Window) {
  const { fontFamily, color, backgroundColor } = getComputedStyle(document.body)
  const title = blank.createElement('h1')
  title.textContent = messages.documentPreparing
  Object.assign(title.style, { fontSize: '1.75rem', lineHeight: '1.25', fontWeight: '650' })
  const advice = blank.createElement('p')
  advice.textContent = messages.documentPreparingAdvice
  const main = blank.createElement('main')
  main.append(title, advice)
  Object.assign(main.style, { maxWidth: '400px', margin: '10vh auto 0', padding: '0 20px' })
  blank.title = messages.documentPreparing
  blank.documentElement.lang = document.documentElement.lang
  Object.assign(blank.body.style, { font: '16px/1.5 sans-serif', fontFamily, color, backgroundColor })
  blank.body.replaceChildren(main)
}
