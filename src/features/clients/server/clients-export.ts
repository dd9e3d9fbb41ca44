import { stringify } from 'yaml'
import type { Card, Client, Picture, State } from './client-snapshot.ts'

const heading = '# The clients of this portal, as docs/clients.md describes them.\n'

/** Names the picture file in the clients file. */
type NamePicture = (picture: Picture, client: string, place: string) => string

/** Exports all clients and external searches as YAML that imports without changes. */
export function clientsText({ clients, externalSearches }: State, namePicture: NamePicture): string {
  const written = clients.map((client) => writtenOf(client, namePicture))
  return heading + stringify({ clients: written, externalSearches }, { lineWidth: 0 })
}

/** The picture as a data URL. */
export const pictureInText: NamePicture = ({ type, bytes }) =>
  `data:${type};base64,${bytes.toString('base64')}`

function writtenOf(client: Client, namePicture: NamePicture) {
  const { html, home, member, vob, ...rest } = client
  const writtenCard = ({ logo, phones, ...card }: Card) =>
    withoutNothing({
      ...card,
      phones: withoutNothing(phones),
      logo: logo && namePicture(logo, client.id, 'logo'),
    })
  return {
    ...rest,
    providerSearches: client.providerSearches.map(({ key, networks }) =>
      networks ? { key, networks } : key,
    ),
    accountManagers: client.accountManagers.map(({ picture, ...manager }, place) =>
      picture ? { ...manager, picture: namePicture(picture, client.id, String(place + 1)) } : manager,
    ),
    ...(vob && { vob }),
    home: withoutNothing({ ...home, html: html.home }),
    ...(member && {
      member: withoutNothing({ ...member, card: member.card && writtenCard(member.card), html: html.member }),
    }),
  }
}

const withoutNothing = (group: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(group).filter(([, value]) => value !== null && value !== ''))
