/** Every sentence about clients and their file that an operator can meet. */
export const messages = {
  document: 'docs/clients.md',
  empty: 'is empty; it has to have "clients", "externalSearches" or both',
  clientId: 'has to be letters, digits and "-", beginning with a letter or digit, at most 64',
  clientCode: 'has to be letters, digits, "-" and "_", beginning with a letter or digit, at most 20',
  reportCode: 'has to be capital letters and digits, beginning with a letter, at most 20',
  noNetwork: 'has to name at least one network; leave it out for all of the search',
  email: 'has to be an e-mail address, like ada.sample@example.com',
  url: 'has to be an address that begins with https://',
  position: 'has to be a whole number from 1 to 1000, the place in the whole list',
  writtenTwice: 'has "html" and "file"; write the one or name the other',
  codesInUse: (client: string, kept: readonly string[]) =>
    `Nothing was changed: the file leaves ${client} ${kept.length > 0 ? `only the codes ${kept.join(', ')}` : 'no codes'}, and a code that it leaves out has patients. Name every code that has rows, or close the whole client with \`enabled: false\`.`,
  taken: (code: string, client: string) =>
    `is "${code}", which is a code of the client "${client}"; choose another, or name that client without it`,
  unknownSearch: (key: string) =>
    `there is no search "${key}"; import it first with: npm run portal -- directory import FILE`,
  foreignNetwork: (network: string, key: string) => `the search "${key}" has no network "${network}"`,
  foreignVideo:
    'has to be an address on the portal itself, beginning with "/", or one by https of a host in VIDEO_HOSTS',
  noPicture: (file: string) => `there is no file ${file}`,
  unreadablePicture: (file: string, reason: string) => `the file ${file} cannot be read (${reason})`,
  pictureTooLarge: 'is larger than 1 MB; make it smaller, 256 pixels square are enough',
  notPicture: 'is no picture; it has to be a PNG, JPEG or WebP file',
  notLogo: 'is no picture for a card; it has to be a PNG or JPEG file',
  color: 'has to be a color like #0b3d6b',
  oneLine: 'has to be one line',
  noPhone: 'has to have "usaAndCanada" or "elsewhere": whom members call, around the clock',
  added: (id: string) => `Client ${id} is new:`,
  changed: (id: string) => `Client ${id} changes:`,
  externalChanged: 'The external searches change:',
  leftOut: (place: string, tags: readonly string[]) =>
    `${place}: left out, because content may not have it, or not from there: ${tags.map((tag) => `<${tag}>`).join(', ')}.`,
  nothingToDo: 'There is nothing to do: the portal has all of this already.',
  question: 'Apply these changes?',
  done: 'The changes are applied.',
  declined: 'Nothing was changed.',
  sayYes: 'Nothing was changed: there is no terminal to ask on. Give --yes to apply these changes.',
  changedMeanwhile:
    'Somebody else changed the clients meanwhile; nothing was changed. Import the file again.',
  unknownClient: (id: string, others: readonly string[]) =>
    others.length > 0
      ? `There is no client ${id}. There are: ${others.join(', ')}.`
      : `There is no client ${id}, and no other. Import some with: npm run portal -- clients import FILE`,
} as const
