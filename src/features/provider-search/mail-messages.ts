/** Every sentence of the forms that send mail, and of their answers. Apart from the others: the forms load later. */
export const messages = {
  feedback: {
    title: 'Provider Experience Feedback',
    provider: 'Provider',
    name: 'Your Name',
    email: 'Your Email',
    message: 'Message',
    notEmail: 'Please enter a valid email address.',
    submit: 'Submit',
    checkToSubmit: 'Check the box to submit.',
    sending: 'Sending your feedback',
    thanks: 'Thank you for submitting feedback!',
    refused: 'There was an issue submitting your feedback. Please ensure all form fields entered correctly.',
    tooMuch: 'As much feedback has come from here today as can be taken. Please try again tomorrow.',
    off: 'This provider search takes no feedback.',
    back: 'Back',
    close: 'Close',
    loading: 'Loading the form',
    captchaFailed:
      'The check that you are a person could not be loaded. Check your connection and try again.',
  },
  providerEmail: {
    title: 'Email Providers',
    user: 'Your Name',
    toEmail: 'Recipient Email',
    notEmail: 'Please enter one valid email address.',
    notName:
      'Enter your name, your team’s name or your email address. Links and the characters < and > are not allowed. Leave a space after each period.',
    selected: (count: number) =>
      count === 1 ? 'One provider will be sent.' : `${count} providers will be sent.`,
    send: 'Send',
    sending: 'Sending the e-mail',
    sent: (count: number, address: string) =>
      `An e-mail with ${count === 1 ? 'one provider' : `${count} providers`} is on its way to ${address}.`,
    none: 'Select at least one provider.',
    tooMany: (limit: number) => `Select at most ${limit} providers.`,
    foreign: 'These providers are not all of this search. Search again, and select from what it finds.',
    off: 'This provider search does not send providers by e-mail.',
    tooMuch: 'As many e-mails have been sent as are allowed within a day. Please try again tomorrow.',
    close: 'Close',
  },
} as const
