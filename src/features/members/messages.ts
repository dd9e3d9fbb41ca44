/** Every sentence of the member area that a person can meet, word for word where the specification says it. */
export const messages = {
  // What the server answers; the login page shows them at the form.
  bothRequired: 'Username and password are both required.',
  wrong: 'The username or the password is wrong. Please try again.',
  tooManyLogins: 'There were too many attempts to log in. Please wait a little, then try again.',
  busy: 'Many people are logging in at this moment. Please try again in a few seconds.',
  loginNeeded: 'You are not logged in, or your session has ended. Please log in again.',

  // What the window of the ID card says when there is no card in it.
  refusals: {
    en: {
      noCard: {
        title: 'We cannot show an ID card for what you entered.',
        advice:
          'Please close this window and check the policy number, both names and the date of birth. They have to be as they are on your policy.',
      },
      tooManyCards: {
        title: 'There were too many attempts to show an ID card.',
        advice: 'Please close this window and try again in 15 minutes.',
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
    en: { helps: 'Customer service helps you at any hour:', back: 'Back to your page' },
    de: { helps: 'Der Kundendienst hilft Ihnen rund um die Uhr:', back: 'Zurück zu Ihrer Seite' },
  },

  // The pages.
  loginFailed: 'An error occurred on client member page login.',
  sessionEnded: 'Your session has ended, so we logged you out for your safety. Please log in again.',
  loggedOut: 'You are logged out.',
  toBeMended: 'Please check these fields:',
  logout: 'Logout',
  logoutUntold:
    'You are logged out in this browser, but the portal could not be told. To end your session there too, log in and log out again once you have a connection.',
  memberPage: 'Member page',
  pageFailed: 'Your page could not be loaded. Please check your connection and try again.',
  loadingPage: 'Loading your page',
  login: {
    title: 'Member Login',
    lead: 'Log in to see what your plan offers you.',
    username: 'Username',
    password: 'Password',
    showTyped: 'Show what is typed',
    capsLock: 'Caps Lock is on.',
    noUsername: 'Please enter your username.',
    noPassword: 'Please enter your password.',
    submit: 'Log in',
    patience: 'You are being logged in. This can take up to half a minute.',
    failedAdvice:
      'You could not be logged in. Please check your connection, then try again. If it happens again, customer service helps you.',
    tooMany: (seconds: number) =>
      `There were too many attempts to log in. Please try again in ${spanOf(seconds)}.`,
    helpTitle: 'You cannot log in?',
    help: 'Customer service helps you, day and night:',
  },
  card: {
    title: 'Your insurance ID card',
    lead: 'Please enter everything exactly as it stands on your policy. The card opens in a new window, from where you can save or print it.',
    languages: 'The card comes in English and in German, each on a page of its own.',
    labels: {
      policy: 'Policy/ID #',
      firstName: 'Patient First Name',
      lastName: 'Patient Last Name',
      dateOfBirth: 'Patient Date of Birth',
    },
    missing: {
      policy: 'Please enter the policy or ID number.',
      firstName: 'Please enter the patient’s first name.',
      lastName: 'Please enter the patient’s last name.',
      dateOfBirth: 'Please enter the patient’s date of birth, as M/D/YYYY.',
    },
    display: 'Display Insurance Card',
    opens: 'The card opens in a new window.',
    disclaimer: (product: string) =>
      `This card does not guarantee provider acceptance or billing. It is not verification of a valid policy or of payable benefits. Please contact ${product} to confirm eligibility.`,
  },
} as const

const spanOf = (seconds: number) =>
  seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
