/** User-facing text of the member area; the specification's wording where it gives one. */
export const messages = {
  // Errors from the server; the login page shows them in the form.
  bothRequired: 'Username and password are both required.',
  wrong: 'That username or password isn’t right. Please try again.',
  tooManyLogins: 'Too many login attempts. Wait a moment, then try again.',
  busy: 'Many people are logging in right now. Try again in a few seconds.',
  loginNeeded: 'You’re not logged in, or your session has ended. Please log in again.',

  // Shown in the ID card window when there is no card to show.
  cardErrors: {
    en: {
      noCard: {
        title: 'We couldn’t find a card that matches those details.',
        advice:
          'Close this window and check the policy number, both names and the date of birth. Enter them exactly as they appear on your policy.',
      },
      tooManyCards: {
        title: 'Too many attempts to show an ID card.',
        advice: 'Close this window and try again in 15 minutes.',
      },
    },
    de: {
      noCard: {
        title: 'Zu Ihren Angaben können wir keine Versicherungskarte anzeigen.',
        advice:
          'Bitte schließen Sie dieses Fenster und prüfen Sie die Policennummer, beide Namen und das Geburtsdatum. Alles muss so lauten wie auf Ihrer Police.',
      },
      tooManyCards: {
        title: 'Es gab zu viele Versuche, eine Versicherungskarte anzuzeigen.',
        advice: 'Bitte schließen Sie dieses Fenster und versuchen Sie es in 15 Minuten noch einmal.',
      },
    },
  },
  service: {
    en: { helps: 'Call or email customer service 24/7:', back: 'Back to your page' },
    de: { helps: 'Der Kundendienst hilft Ihnen rund um die Uhr:', back: 'Zurück zu Ihrer Seite' },
  },

  // Pages.
  loginFailed: 'An error occurred on client member page login.',
  sessionEnded: 'Your session has ended, so we logged you out for your security. Please log in again.',
  loggedOut: 'You’re logged out.',
  errorSummaryTitle: 'Please check these fields:',
  logout: 'Logout',
  logoutFailed:
    'You’re logged out in this browser, but we couldn’t reach the portal to end your session. Log in and out again when you’re back online.',
  memberPage: 'Member page',
  pageFailed: 'We couldn’t load your page. Check your connection and try again.',
  loadingPage: 'Loading your page',
  login: {
    title: 'Member Login',
    lead: 'Log in to see your plan and ID card.',
    username: 'Username',
    password: 'Password',
    showTyped: 'Show password',
    capsLock: 'Caps Lock is on.',
    noUsername: 'Enter your username.',
    noPassword: 'Enter your password.',
    submit: 'Log in',
    patience: 'Logging you in… This can take up to 30 seconds.',
    failedAdvice:
      'We couldn’t log you in. Check your connection, then try again. If it happens again, contact customer service.',
    tooMany: (seconds: number) => `Too many login attempts. Try again in ${formatDuration(seconds)}.`,
    helpTitle: 'Trouble logging in?',
    help: 'Call or email us 24/7:',
  },
  card: {
    title: 'Your insurance ID card',
    lead: 'Enter your details exactly as they appear on your policy. Your card opens in a new window where you can save or print it.',
    languages: 'You’ll get your card in English and German, one page each.',
    labels: {
      policy: 'Policy/ID #',
      firstName: 'Patient First Name',
      lastName: 'Patient Last Name',
      dateOfBirth: 'Patient Date of Birth',
    },
    missing: {
      policy: 'Enter the policy or ID number.',
      firstName: 'Enter the patient’s first name.',
      lastName: 'Enter the patient’s last name.',
      dateOfBirth: 'Enter the patient’s date of birth as M/D/YYYY.',
    },
    display: 'Display Insurance Card',
    opens: 'Your card opens in a new window.',
    disclaimer: (product: string) =>
      `This card does not guarantee provider acceptance or billing. It is not verification of a valid policy or of payable benefits. Please contact ${product} to confirm eligibility.`,
  },
} as const

const formatDuration = (seconds: number) =>
  seconds < 60 ? formatCount(seconds, 'second') : formatCount(Math.ceil(seconds / 60), 'minute')

const formatCount = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
