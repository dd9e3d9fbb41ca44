/** Text of the feedback and email forms. This is a separate module because the forms load on demand. */
export const messages = {
  typed: {
    required: (label: string) => `${label} is required.`,
    tooLong: (longest: number) => `Enter at most ${longest} characters.`,
  },
  feedback: {
    title: 'Provider Experience Feedback',
    provider: 'Provider',
    name: 'Your Name',
    email: 'Your Email',
    message: 'Message',
    notEmail: 'Enter a valid email address.',
    submit: 'Submit',
    checkToSubmit: 'Check the box to submit.',
    sending: 'Sending your feedback',
    thanks: 'Thank you for submitting feedback!',
    refused: 'There was an issue submitting your feedback. Please ensure all form fields entered correctly.',
    tooMuch:
      'We’ve reached today’s limit for feedback from your internet connection. Please try again tomorrow.',
    off: 'Feedback isn’t available in this provider search.',
    back: 'Back',
    close: 'Close',
    loading: 'Loading the form',
    captchaFailed: 'We couldn’t load the robot check. Check your connection and try again.',
  },
  providerEmail: {
    title: 'Email Providers',
    user: 'Your Name',
    replyTo: 'Your Email',
    repliesGoHere: 'Replies go to this address.',
    toEmail: 'Recipient Email',
    subject: 'Subject',
    subjectHint: 'If you leave this empty, the subject says how many providers the email lists.',
    caseNumber: 'Case Number',
    note: 'Message',
    noteHint: 'Email isn’t private. Please leave out names of patients and medical details.',
    notSubject: 'Enter one line without links and without the characters < and >.',
    notNote: 'Links and email addresses are not allowed in the message. Leave a space after each period.',
    notNoteOfStaff: 'Some characters of this message can’t be sent. Type it again without them.',
    notEmail: 'Enter one valid email address.',
    notName:
      'Enter your name, your team’s name or your email address. Links and the characters < and > are not allowed. Leave a space after each period.',
    selected: (count: number) =>
      count === 1
        ? 'You’re sending the details of 1 provider.'
        : `You’re sending the details of ${count} providers.`,
    send: 'Send',
    sending: 'Sending the email',
    sent: (count: number, address: string) =>
      `An email listing ${count === 1 ? 'one provider' : `${count} providers`} is on its way to ${address}.`,
    none: 'Select at least one provider.',
    tooMany: (limit: number) => `Select at most ${limit} providers.`,
    foreign: 'Some of these providers aren’t in this search. Search again, then select from the results.',
    off: 'Email isn’t available in this provider search.',
    tooMuch: 'You’ve reached today’s email limit. Please try again tomorrow.',
    close: 'Close',
  },
  list: {
    failed: 'We couldn’t create the PDF. Check your connection and try again.',
  },
} as const
