/** User-facing messages of the platform. */
export const messages = {
  signInNeeded: 'Please log in.',
  notFound: 'We can’t find anything at this address.',
  toStart: 'Home page',
  close: 'Close',
  pager: { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' },
  sideways: 'Scroll sideways to see all columns.',
  sidewaysAndDown: 'Scroll sideways to see all columns, and down to see all rows.',
  choice: {
    loading: 'Loading…',
    nothingFits: 'No matches.',
    unmatched: (typed: string) =>
      `“${typed.trim()}” doesn’t match exactly one option. Choose one from the list, or clear the field.`,
    none: 'No options.',
    offered: 'Options',
    suggested: 'Suggestions',
    suggestions: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
    count: (count: number) => (count === 1 ? '1 option' : `${count} options`),
    clear: (label: string) => `Clear ${label}`,
  },
  tryAgain: 'Try again',
  date: { form: 'M/D/YYYY', choose: 'Choose from a calendar' },
  table: {
    more: 'More',
    columns: 'Columns',
    sortBy: 'Sort by',
    unsorted: 'Default order',
    rowsPerPage: 'Rows per page',
    pages: (list: string) => `Pages of ${list}`,
    range: (first: number, last: number, all: number) =>
      `${first.toLocaleString('en-US')}–${last.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`,
  },
  yes: 'Yes',
  no: 'No',
  ok: 'OK',
} as const
