import { stringify } from 'yaml'
import type { Card, Client, Picture, State } from './client-snapshot.ts'

const heading = '# The clients of this portal, as docs/clients.md describes them.\n'

/** Gives a picture the name under which the file of clients names it. */
type NamePicture = (picture: Picture, client: string, place: string) => string

/** Every client and external search as the YAML text whose import changes nothing. */
export function clientsText({ clients, externalSearches }: State, namePicture: NamePicture): string {
  const written = clients.map((client) => writtenOf(client, namePicture))
  return heading + stringify({ clients: written, externalSearches }, { lineWidth: 0 })
}

/** The picture as part of the text itself. */
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
