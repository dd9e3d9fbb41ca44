/** Text about what the portal exchanges with the back office. */
export const backofficeMessages = {
  notifications: {
    title: 'Undelivered notifications',
    advice: (host: string) =>
      `${host} has not accepted these notifications yet. The back office can still read the decisions in the feed.`,
    off: 'Notifications are off, because BACKOFFICE_WEBHOOK_URL is not set.',
    allDelivered: 'There are no undelivered notifications.',
    loading: 'Loading notifications',
    failed: 'We couldn’t load the notifications.',
    unknown: 'This notification was already delivered, or it does not exist.',
    sendAgain: 'Send again',
    sendNamedAgain: (position: number) => `Send again: position ${position}`,
    sendAgainFailed: 'We couldn’t send the notification again. Please try again.',
    position: 'Feed position',
    id: 'Decision ID',
    created: 'Created',
    state: 'State',
    error: 'Error',
    attempts: 'Attempts',
    attempted: 'Last attempt',
    next: 'Next attempt',
    states: { sending: 'Sending', waiting: 'Waiting', 'given up': 'Failed' },
    delivered: (positions: readonly number[]) =>
      positions.length === 1
        ? `The notification of position ${positions[0]} was delivered.`
        : `The notifications of positions ${positions.join(', ')} were delivered.`,
  },
  intake: {
    changed: (itn: string) =>
      `ITN ${itn} already exists with different content for this receivedAt. Send a later receivedAt to resubmit it.`,
    notBase64: 'The field “pdf” is not valid Base64.',
    tooLarge: 'The PDF is larger than 10 MB.',
    notPdf: (reason: string) => `The PDF cannot be read: ${reason}`,
    infected: 'The virus scanner reports that the PDF is infected. The bill was not stored.',
    document: (itn: string) => `Bill ${itn}`,
  },
} as const
