/** User-facing messages of the downloads of lists. */
export const messages = {
  download: 'Download',
  downloadOf: (list: string) => `Download: ${list}`,
  formats: { csv: 'CSV', xlsx: 'Excel (XLSX)' },
  contents: (rows: number) =>
    rows === 1
      ? '1 row, with the columns shown'
      : `All ${rows.toLocaleString('en-US')} rows, with the columns shown`,
  failed: 'We couldn’t download the list. Please try again.',
  currency: 'Currency',
} as const
