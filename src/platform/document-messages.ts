/** Every sentence of a document's window and of the PDF viewer that a person can meet. */
export const messages = {
  preparing: 'Your document is being prepared',
  preparingAdvice: 'It appears in this window in a moment.',
  lookingFor: 'Looking for your document',
  lookingForAdvice: 'This window asks the page that opened it. That takes a few seconds at most.',
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
    title: 'The document could not be created',
    sentence: 'An error occurred opening the document. Please try again.',
    unreadable: 'This document cannot be shown here. Download it and open it with another program.',
    tryAgain: 'Try again',
  },
  reference: 'Reference',
  /** What helps a person whose document was refused. */
  remedies: {
    openAgain: 'Open the document again. If that does not help, go back to the page you came from.',
    wait: 'Wait a moment, then try again.',
    check: 'Close this window, go back to the page you came from, and check what you entered.',
    giveUp:
      'Close this window. Trying again will not help. If you need this document, give your administrator the reference below.',
  },
  /** The same in a window that the portal has no code in, where a form was posted without our pages. */
  remediesWithoutCode: {
    openAgain: 'Close this window, go back to the page you came from, and open the document there again.',
    wait: 'Close this window, wait a moment, and open the document again from the page you came from.',
  },
  close: 'Close this window',
  start: 'Start page',

  pdf: {
    tools: 'Document tools',
    loading: 'Loading the PDF',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    previous: 'Previous page',
    next: 'Next page',
    larger: 'Larger',
    smaller: 'Smaller',
    percent: (percent: number) => `${percent}%`,
    download: 'Download',
    print: 'Print',
    printing: (page: number, pages: number) => `Preparing page ${page} of ${pages} for printing …`,
    cancelPrinting: 'Cancel printing',
    printFailed: 'The document could not be printed. Please download it and print it with another program.',
    tooLongToPrint: (pages: number) =>
      `This document has ${pages.toLocaleString('en-US')} pages, too many to print from this window. Please download it and print it with another program.`,
    incomplete:
      'Some pages are missing from this printout. To print every page, use the Print button in the document window.',
  },
} as const
