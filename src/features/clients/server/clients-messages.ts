import { portalCommand } from '#platform/config/portal-command.ts'

/** CLI output and errors for clients and the clients file. */
export const messages = {
  document: 'docs/clients.md',
  empty: 'is empty; it must have "clients", "externalSearches" or both',
  clientId: 'must be at most 64 letters, digits and "-", starting with a letter or digit',
  clientCode: 'must be up to 20 letters, digits, "-" and "_", starting with a letter or digit',
  reportCode: 'must be up to 20 capital letters and digits, starting with a letter',
  noNetwork: 'must list at least one network; omit it to use all networks of the search',
  email: 'must be an email address, such as ada.sample@example.com',
  url: 'must be a URL that starts with https://',
  position: 'must be a whole number from 1 to 1000: the position in the combined list of searches',
  undoSeconds: 'must be a whole number from 0 to 600',
  emergencyMinutes: 'must be a whole number from 5 to 240',
  limit: 'must be a whole amount from 0 to 1,000,000,000',
  noLimit: 'must have at least one currency with an amount, such as USD: 10000',
  dueLimit: (most: number) => `must be a whole number from 1 to ${most.toLocaleString('en-US')}`,
  dueNothing: 'must have "hours" or "workingDays", the time that a decision may take',
  dueBoth: 'has both "hours" and "workingDays"; use only one',
  dueTimeZone: 'is not a time zone; write it like America/New_York',
  holiday: 'is not a date; write it like 2026-12-25',
  holidayOrder: (day: string) =>
    `${day} is not after the holiday before it; list each holiday once, earliest first`,
  holidays: (most: number) => `must have at most ${most} dates; leave out the ones that are over`,
  unknownPlaceholder: (name: string, known: readonly string[]) =>
    `has the placeholder {${name.length > 40 ? `${name.slice(0, 40)}…` : name}}, which is not available here; use ${known.map((each) => `{${each}}`).join(', ')}`,
  openPlaceholder: 'has a "{" or "}" that belongs to no placeholder; write placeholders like {itn}',
  unprintable: (characters: readonly string[]) =>
    `has characters that letters cannot show: ${characters.slice(0, 10).join(' ')}`,
  writtenTwice: 'has both "html" and "file"; use only one',
  codesInUse: (client: string, codes: readonly string[]) =>
    `Nothing was changed: the file leaves ${client} ${codes.length > 0 ? `only the codes ${codes.join(', ')}` : 'no codes'}, and a code that it omits has patients. List every code that has data, or disable the whole client with \`enabled: false\`.`,
  taken: (code: string, client: string) =>
    `is "${code}", which is a code of the client "${client}"; choose another, or list that client without it`,
  unknownSearch: (key: string) =>
    `names an unknown search "${key}"; import it first with: ${portalCommand} directory import FILE`,
  foreignNetwork: (network: string, key: string) => `the search "${key}" has no network "${network}"`,
  foreignVideo: 'must be a path on the portal, starting with "/", or an https URL on a host in VIDEO_HOSTS',
  noPicture: (file: string) => `file not found: ${file}`,
  unreadablePicture: (file: string, reason: string) => `the file ${file} cannot be read (${reason})`,
  pictureTooLarge: 'is larger than 1 MB; make it smaller (256 × 256 pixels is enough)',
  notPicture: 'is not an image; it must be a PNG, JPEG or WebP file',
  notLogo: 'cannot be used on a card; it must be a PNG or JPEG file',
  baseCurrency: 'must be a currency (ISO 4217), such as USD',
  color: 'must be a color such as #0b3d6b',
  oneLine: 'must be one line',
  country: 'must be a country code of two capital letters, such as JM',
  noPhone: 'must have "usaAndCanada" or "elsewhere", the 24-hour number that members call',
  added: (id: string) => `Client ${id} is new:`,
  changed: (id: string) => `Client ${id} changes:`,
  externalChanged: 'The external searches change:',
  leftOut: (place: string, tags: readonly string[]) =>
    `${place}: removed, because content cannot contain it or its source is not allowed: ${tags.map((tag) => `<${tag}>`).join(', ')}.`,
  nothingToDo: 'Nothing to do: the portal is already up to date.',
  question: 'Apply these changes?',
  done: 'Changes applied.',
  declined: 'Nothing was changed.',
  needsYes: 'Nothing was changed: no terminal to confirm on. Use --yes to apply these changes.',
  changedSincePreview:
    'Someone else changed the clients since the preview; nothing was changed. Import the file again.',
  unknownClient: (id: string, others: readonly string[]) =>
    others.length > 0
      ? `No client has the ID ${id}. Existing clients: ${others.join(', ')}.`
      : `No client has the ID ${id}, and there are no other clients. Import some with: ${portalCommand} clients import FILE`,
} as const

/** CLI output and errors for content. */
export const contentMessages = {
  wrongKey: (key: string) =>
    `"${key}" is not a content key. Examples: search/domestic-provider-search, home/alpine, member/alpine.`,
  oneLanguage: (key: string) => `${key} has only one language; --language is for member pages.`,
  nothing: (key: string) => `No content is stored under ${key}.`,
  stored: (key: string, version: number) => `${key}: version ${version} stored and now live.`,
  unchanged: (key: string, version: number) =>
    `${key}: identical to version ${version}; nothing was changed.`,
  leftOut: (parts: readonly string[]) =>
    `Removed, because content cannot contain it or its source is not allowed: ${parts.map((part) => `<${part}>`).join(', ')}.`,
} as const
