/** Saves bytes in the browser's download folder under this name. */
export function downloadFile(bytes: Blob, name: string) {
  const href = URL.createObjectURL(bytes)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href))
}
