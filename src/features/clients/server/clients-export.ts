import { stringify } from 'yaml'
import type { Card, Client, Picture, State } from './client-snapshot.ts'

const heading = '# The clients of this portal, as docs/clients.md describes them.\n'

/** Returns how the clients file refers to a picture: a file name or a data URL. */
type NamePicture = (picture: Picture, client: string, index: string) => string

/** Formats all clients and external searches as YAML that imports without changes. */
export function formatClients({ clients, externalSearches }: State, namePicture: NamePicture): string {
  const written = clients.map((client) => toEntry(client, namePicture))
  return heading + stringify({ clients: written, externalSearches }, { lineWidth: 0 })
}

/** Returns the picture as a data URL. */
export const inlinePicture: NamePicture = ({ type, bytes }) =>
  `data:${type};base64,${bytes.toString('base64')}`

function toEntry(client: Client, namePicture: NamePicture) {
  const { html, home, member, vob, ...rest } = client
  const toCardEntry = ({ logo, phones, ...card }: Card) =>
    omitEmpty({
      ...card,
      phones: omitEmpty(phones),
      logo: logo && namePicture(logo, client.id, 'logo'),
    })
  return {
    ...rest,
    providerSearches: client.providerSearches.map(({ key, networks }) =>
      networks ? { key, networks } : key,
    ),
    accountManagers: client.accountManagers.map(({ picture, ...manager }, index) =>
      picture ? { ...manager, picture: namePicture(picture, client.id, String(index + 1)) } : manager,
    ),
    ...(vob && { vob }),
    home: omitEmpty({ ...home, html: html.home }),
    ...(member && {
      member: omitEmpty({ ...member, card: member.card && toCardEntry(member.card), html: html.member }),
    }),
  }
}

const omitEmpty = (group: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(group).filter(([, value]) => value !== null && value !== ''))
