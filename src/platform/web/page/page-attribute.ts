/**
 * Returns a ref that sets a data attribute of the page while its element is in it. CSS must not ask for `html:has(…)`
 * instead: the browser would compute the styles of the whole page again after each change of its content.
 */
export const pageAttribute = (name: string) => () => {
  const { dataset } = document.documentElement
  dataset[name] = ''
  return () => {
    delete dataset[name]
  }
}
