import { messages as documents } from '#platform/document-messages.ts'
import { messages as shell } from '#platform/shell-messages.ts'
import { messages as shortcuts } from '#platform/shortcut-messages.ts'

/**
 * The English text of the member area; the specification's wording where it gives one. Every language has the same
 * sentences: a missing one fails the type check.
 */
export const english = {
  /** How the language is written where it can be chosen. */
  language: 'English',
  /** What surrounds the pages of members, and their document windows. */
  around: { shell, shortcuts, documents },
  chooseLanguage: 'Language',
  sessionEnded: 'Your session has ended, so we logged you out for your security. Please log in again.',
  loggedOut: 'You’re logged out.',
  errorSummaryTitle: 'Please check these fields:',
  logout: 'Logout',
  logoutFailed:
    'You’re logged out in this browser, but we couldn’t reach the portal to end your session. Log in and out again when you’re back online.',
  memberPage: 'Member page',
  pageFailed: 'We couldn’t load your page. Check your connection and try again.',
  loadingPage: 'Loading your page',
  tryAgain: 'Try again',
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
    bothRequired: 'Username and password are both required.',
    wrong: 'That username or password isn’t right. Please try again.',
    failed: 'An error occurred on client member page login.',
    failedAdvice:
      'We couldn’t log you in. Check your connection, then try again. If it happens again, contact customer service.',
    tooManyLogins: 'Too many login attempts. Wait a moment, then try again.',
    tooMany: (seconds: number) => `Too many login attempts. Try again in ${formatDuration(seconds)}.`,
    helpTitle: 'Trouble logging in?',
    help: 'Call or email us 24/7:',
  },
  assistance: {
    title: 'Sick or hurt? Call us first',
    lead: 'We’ll find a doctor nearby and arrange payment, day and night.',
    usaAndCanada: 'From the U.S. and Canada',
    elsewhere: 'From anywhere else, call collect',
    from: (country: string) => `From ${country}`,
  },
  care: {
    title: 'Find care near you',
    lead: 'Search your plan’s network for doctors, hospitals and pharmacies.',
    where: 'Where are you?',
    whereHint: 'A city or postal code. If you leave this empty, you can use your location in the search.',
  },
  /** The form for the details of a policy. */
  form: {
    title: 'Your insurance ID card',
    another: 'Show another person’s card',
    lead: 'Enter your details exactly as they appear on your policy. Show your card here, or open it in a new window where you can save or print it.',
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
    dateForm: 'M/D/YYYY',
    chooseDate: 'Choose a date',
    show: 'Show my card',
    display: 'Display Insurance Card',
    opens: 'Your card opens in a new window.',
    disclaimer: (product: string) =>
      `This card does not guarantee provider acceptance or billing. It is not verification of a valid policy or of payable benefits. Please contact ${product} to confirm eligibility.`,
  },
  /** Why there is no card to show, in the card's window and on the page. */
  cardErrors: {
    noCard: {
      title: 'We couldn’t find a card that matches those details.',
      advice:
        'Close this window and check the policy number, both names and the date of birth. Enter them exactly as they appear on your policy.',
      pageAdvice:
        'Check the policy number, both names and the date of birth. Enter them exactly as they appear on your policy.',
    },
    tooManyCards: {
      title: 'Too many attempts to show an ID card.',
      advice: 'Close this window and try again in 15 minutes.',
      pageAdvice: 'Try again in 15 minutes.',
    },
  },
  service: { helps: 'Call or email customer service 24/7:', back: 'Back to your page' },
  /** The card on the page. */
  shown: {
    title: 'Your ID card',
    loading: 'Loading your ID card',
    failed: 'We couldn’t load your ID card. Check your connection and try again.',
    front: 'Front of the card',
    back: 'Back of the card',
    showBack: 'Show back',
    showFront: 'Show front',
    cardLanguage: 'Language of the card',
    toProvider: 'Show to provider',
    save: 'Save as image',
    share: 'Share',
    print: 'Print or PDF',
    preparing: 'Preparing the image',
    saved: 'The image of your card is saved.',
    shareAgain: 'The image of your card is ready. Select Share again.',
    imageFailed:
      'We couldn’t save or share the image of your card. Check your connection and try again, or use Print or PDF.',
  },
  /** The card in full screen, for the provider’s reception. */
  provider: {
    close: 'Close',
    brightness: 'Turn up your screen’s brightness',
    reception: 'For the provider',
    verify: 'Call us to verify benefits or to arrange payment, day or night.',
    scan: 'Or scan this code for contact information. It contains no patient data.',
    code: (address: string) => `QR code of ${address}`,
  },
  /** The page that the QR code of a card leads to. */
  eligibility: {
    title: 'Confirm eligibility',
    lead: (client: string) =>
      `Contact us before treatment or billing to confirm that a patient is covered by ${client}. Please have the patient’s card ready.`,
    call: 'Call, day or night',
    email: 'Email',
    loading: 'Loading contact information',
    failed: 'We couldn’t load the contact information. Check your connection and try again.',
  },
  /** What is printed on the card. */
  face: {
    title: 'Insurance ID Card',
    name: 'Name',
    policy: 'Policy/ID #',
    group: 'Group',
    effective: 'Effective date',
    born: 'Date of birth',
    phones: 'Assistance, 24 hours a day, 7 days a week',
    usaAndCanada: 'USA and Canada, toll-free',
    elsewhere: 'Elsewhere, call collect',
    service: 'Customer service',
    providers: 'For providers',
    address: 'Send bills to',
    disclaimer: (product: string) =>
      `This card does not guarantee provider acceptance or billing, and is not verification of a valid policy or of payable benefits. Please contact ${product} to confirm eligibility.`,
    day: (isoDate: string) => {
      const [year, month, day] = isoDate.split('-')
      return `${Number(month)}/${Number(day)}/${year}`
    },
  },
  /** What is printed around the card. */
  sheet: {
    print:
      'Print this page at 100% (“actual size”), not “fit to page”. Cut along the outer marks, then fold along the dashed line.',
    ruler: 'This line is 50 mm (1.97 in) long when the page is printed at actual size.',
    lost: (mark: string) =>
      `${mark} marks a character that this document cannot show (a symbol, or a character from another script).`,
  },
}

const formatDuration = (seconds: number) =>
  seconds < 60 ? formatCount(seconds, 'second') : formatCount(Math.ceil(seconds / 60), 'minute')

const formatCount = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
