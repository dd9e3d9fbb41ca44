/** Saves bytes in the browser's download folder under this name. */
export function downloadFile(bytes: Blob, name: string) {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address))
}
