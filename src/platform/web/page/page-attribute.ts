/**
 * Returns a ref that sets a data attribute of the page while its element is mounted; mount only one at a time. CSS must
 * not use `html:has(…)` instead: the browser would recompute the styles of the whole page after each change of its content.
 */
export const pageAttribute = (name: string) => () => {
  const { dataset } = document.documentElement
  dataset[name] = ''
  return () => {
    delete dataset[name]
  }
}
