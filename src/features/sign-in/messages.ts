import { formatCountdown } from '#platform/contract/time.ts'

const formatLeft = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} left`

/** User-facing text of sign-in and sessions; the specification's wording where it gives one. */
export const messages = {
  ticketSpent: 'This document link was already used or has expired. Open the document again from its page.',
  inProgress: 'Authentication in progress',
  tokenFailed: 'Error retrieving authentication token',
  cookieAdvice:
    'You logged in, but your browser blocked the cookie. Allow cookies for this site, then try again.',
  awayAdvice: 'We can’t reach the portal. Check your connection, then try again.',
  tryAgain: 'Try again',
  portalLogin: 'Portal Login',
  loggingOut: 'Logging out',
  errorOccurred: 'An Error Occurred',
  logoutFailed:
    'You’re logged out in this browser, but we couldn’t reach the portal to end your session. Please try again.',
  reference: (reference: string) => `Reference: ${reference}`,
  refused: {
    'no-client': ['Your account isn’t linked to a company.', 'Ask your administrator to link it.'],
    'unknown-client': ['Your company isn’t set up in the portal.', 'Ask customer service to set it up.'],
    'client-disabled': [
      'Your company’s access to the portal is currently off.',
      'Contact customer service for details.',
    ],
    'other-provider': [
      'Your company uses another login service.',
      'Log in with the email address of your company.',
    ],
    'person-disabled': [
      'Your access to the portal has been turned off.',
      'If you think this is a mistake, contact customer service.',
    ],
    'not-provisioned': ['Your account isn’t set up in the portal.', 'Ask your administrator to set it up.'],
    'factor-missing': [
      'Your login service didn’t confirm a second factor.',
      'Log in again with your second factor, such as a security key or a code from an app. If it happens again, contact your administrator.',
    ],
    'too-old': [
      'Your login service didn’t ask who you are recently enough.',
      'Log out of your login service, then log in again.',
    ],
    cancelled: ['You canceled the login.', 'You can log in again at any time.'],
    'provider-away': ['We can’t reach your login service right now.', 'Please try again in a few minutes.'],
    failed: ['We couldn’t log you in.', 'Please try again. If it happens again, contact customer service.'],
  },
  warning: {
    title: 'Your session is about to end',
    ends: 'For your security, we’ll log you out soon. Do you need more time?',
    left: (seconds: number) => `Time left: ${formatCountdown(seconds)}`,
    spoken: (seconds: number) =>
      seconds >= 60 ? formatLeft(Math.round(seconds / 60), 'minute') : formatLeft(seconds, 'second'),
    stay: 'Stay logged in',
    logout: 'Log out',
  },
  clientMissing: 'Specify the client in the client-id header.',
  unknownClient: 'Client not found.',
  providerAway: "The identity provider's keys are unavailable. Send the logout token again later.",
  logoutToken: {
    invalid: 'The logout token is not valid for this portal.',
    replayed: 'The logout token has already been used.',
  },
  demoAccounts: (names: readonly string[], password: string) =>
    `Sign in as ${names.join(', ')} with the password ${password} (development sign-in, not for production).`,
  login: {
    title: 'Sign in',
    username: 'Username',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'That username or password isn’t right. Please try again.',
    development: 'This is the development sign-in. Accounts:',
    passwordIs: 'Password for every account:',
    code: 'Verification code',
    codeIs: 'Verification code for every account:',
  },
  findProvider: {
    title: 'Log in',
    email: 'Work email address',
    next: 'Continue',
    wrong: 'Enter your work email address, such as name@company.com.',
  },
  logout: { title: 'Signing out', submit: 'Sign out' },
  readingLimit: {
    refused:
      'You’ve viewed an unusually large number of records in the past hour. Tell us why you need more, then continue.',
    none: 'There is nothing to confirm.',
    title: 'You’ve viewed a lot of records',
    explanation:
      'To protect patients’ privacy, we pause access after an unusually large number of records in an hour. Tell us why you need more, then continue. We’ll record your reason.',
    reason: 'Reason',
    reasonHint: 'For example: monthly review of all open cases',
    reasonFault: (min: number, max: number) => `Enter ${min} to ${max} characters.`,
    failed: 'We couldn’t save your reason. Please try again.',
    confirm: 'Continue',
    cancel: 'Cancel',
  },
  stepUp: { title: 'Confirm your identity', yes: 'Log in again', no: 'Go back' },
  signIns: {
    title: 'Your sign-ins',
    lead: 'Where you’re logged in. If you don’t recognize a device, log it out and tell your administrator.',
    loading: 'Loading your sign-ins…',
    failed: 'We couldn’t load your sign-ins. Please try again.',
    none: 'You’re not logged in on any device.',
    device: 'Device',
    unknownDevice: 'Unknown device',
    address: 'IP address',
    started: 'Logged in',
    used: 'Last active',
    ends: 'Expires if unused',
    current: 'This device',
    end: 'Log out',
    endNamed: (device: string, since: string) => `Log out ${device}, logged in ${since}`,
    endOthers: 'Log out all other devices',
    question: 'Unsaved work on the other devices will be lost.',
    confirm: 'Log out others',
    cancel: 'Cancel',
    ended: (count: number) =>
      count === 1 ? 'Logged out one other device.' : `Logged out ${count} other devices.`,
    endFailed: 'We couldn’t log out the device. Please try again.',
    stepUpNeeded: 'To log out your other devices, confirm your identity by logging in again.',
    stepUpQuestion:
      'Logging out other devices needs a recent login. Log in again, and we’ll log out what you chose.',
    isCurrent: 'This is the session you’re using. Log out to end it.',
    unknown: 'This session has ended.',
  },
} as const
