/** User-facing messages of the document window and the PDF viewer. The member area has them in each of its languages. */
export const messages = {
  windowBlocked:
    'Your browser blocked the new window. Please allow pop-up windows for this site, then try again.',
  preparing: 'Preparing your document',
  preparingAdvice: 'It will appear here in a moment.',
  lookingFor: 'Looking for your document',
  lookingForAdvice: 'Contacting the page that opened this window. This takes a few seconds at most.',
  used: {
    title: 'The link to this document has already been used',
    advice: 'Each link opens the document once. Select Open again to get a new link.',
    openAgain: 'Open again',
  },
  gone: {
    title: 'This document is no longer available in this window',
    advice:
      'The page that opened it was closed or reloaded. Return to that page and open the document from there.',
  },
  refused: {
    title: 'We couldn’t create the document',
    sentence: 'An error occurred opening the document. Please try again.',
    unreadable: 'We can’t show this document here. Download it and open it in another program.',
    tryAgain: 'Try again',
  },
  reference: 'Reference',
  /** Advice for a user whose document could not be opened. */
  remedies: {
    openAgain: 'Open the document again. If that doesn’t help, go back to the page you came from.',
    wait: 'Wait a moment, then try again.',
    check: 'Close this window, go back to the page you came from, and check what you entered.',
    giveUp:
      'Close this window. Trying again won’t help. If you need this document, give your administrator the reference below.',
  },
  close: 'Close this window',
  start: 'Home page',

  pdf: {
    tools: 'Document tools',
    loading: 'Loading the PDF',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    previous: 'Previous page',
    next: 'Next page',
    larger: 'Zoom in',
    smaller: 'Zoom out',
    percent: (percent: number) => `${percent}%`,
    find: 'Find in document',
    findPlaceholder: 'Find text',
    nextMatch: 'Next match',
    previousMatch: 'Previous match',
    match: (at: number, matches: number) => `${at} of ${matches}`,
    noMatch: 'No matches',
    download: 'Download',
    print: 'Print',
    printing: (page: number, pages: number) => `Preparing page ${page} of ${pages} for printing…`,
    cancelPrinting: 'Cancel printing',
    printFailed: 'We couldn’t print the document. Download it and print it from another program.',
    tooLongToPrint: (pages: number) =>
      `This document has ${pages.toLocaleString('en-US')} pages, too many to print from this window. Download it and print it from another program.`,
    incomplete:
      'Some pages are missing from this printout. To print every page, use the Print button in the document window.',
  },
}

/** Messages of the viewer of staff, and of windows without portal code. */
export const staffMessages = {
  /**
   * What the advice says instead in a window without portal code, because the form was posted outside the
   * portal's pages.
   */
  remediesWithoutCode: {
    openAgain: 'Close this window, go back to the page you came from, and open the document there again.',
    wait: 'Close this window, wait a moment, and open the document again from the page you came from.',
  },
  /** The viewer over the page from which a document was opened. */
  viewer: {
    label: 'Document',
    openWindow: 'Open in a new window',
    close: 'Close document',
    previous: 'Previous document',
    next: 'Next document',
    position: (position: number, all: number) =>
      `${position.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`,
    remedies: {
      openAgain: 'Try again. If that doesn’t help, reload the page.',
      wait: 'Wait a moment, then try again.',
      check: 'Close the document and check what you entered.',
      giveUp:
        'Trying again won’t help. If you need this document, give your administrator the reference below.',
    },
  },
} as const
