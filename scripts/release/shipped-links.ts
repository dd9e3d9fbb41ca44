import { dirname, normalize } from 'node:path/posix'

/** Links and images of Markdown: an image has a mark in front. A link can surround an image. */
const link = /(!?)\[((?:[^[\]]|!?\[[^[\]]*\](?:\([^)\s]*\))?)*)\]\(([^)\s]+)\)/g

/** The path that a link in a file leads to; undefined for addresses and places in the same file. */
function findTarget(file: string, address: string): string | undefined {
  if (/^([a-z]+:|#)/.test(address)) return undefined
  return normalize(`${dirname(file)}/${address.replace(/#.*/, '')}`).replace(/\/$/, '')
}

/** The links of a file to paths that a release does not have. */
export const findDeadLinks = (file: string, text: string, isThere: (path: string) => boolean): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, address = '']) => findTarget(file, address))
    .filter((path) => path !== undefined && !isThere(path)) as string[]

/** Leaves the words of links to files that a release does not have, such as tests and screenshots. */
export function removeDeadLinks(file: string, text: string, isThere: (path: string) => boolean): string {
  return text.replaceAll(link, (whole, mark: string, words: string, address: string) => {
    const kept = words.includes('](') ? removeDeadLinks(file, words, isThere) : words
    const path = findTarget(file, address)
    if (path !== undefined && !isThere(path)) return kept
    return kept === words ? whole : `${mark}[${kept}](${address})`
  })
}
