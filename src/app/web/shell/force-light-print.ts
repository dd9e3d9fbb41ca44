/** Puts the light colors on while the page is printed, whatever the reader sees on the screen. */
export function printInLight() {
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
