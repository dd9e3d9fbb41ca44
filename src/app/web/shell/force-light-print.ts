/** Prints in light colors regardless of the color scheme. */
export function forceLightPrint() {
  const { dataset } = document.documentElement
  let shown: string | undefined
  addEventListener('beforeprint', () => {
    shown = dataset.mantineColorScheme
    dataset.mantineColorScheme = 'light'
  })
  addEventListener('afterprint', () => {
    if (shown) dataset.mantineColorScheme = shown
  })
}
