import type { ExternalSearch, WrittenClient } from './clients-file-schema.ts'

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type Picture = { type: (typeof pictureTypes)[number]; bytes: Buffer }

type Manager = Omit<WrittenClient['accountManagers'][number], 'picture'> & { picture: Picture | null }
type WrittenMember = NonNullable<WrittenClient['member']>
export type Card = Omit<NonNullable<WrittenMember['card']>, 'logo'> & { logo: Picture | null }
type Member = Pick<WrittenMember, 'showIdCard' | 'showEnglishAndGerman'> & { card: Card | null }

/** A client with all its data from the clients file. */
export type Client = Omit<WrittenClient, 'accountManagers' | 'home' | 'member'> & {
  accountManagers: Manager[]
  home: Pick<WrittenClient['home'], 'banner' | 'videoUrl'>
  member: Member | null
  /** The sanitized content of the home and member pages; empty if there is none. */
  html: Record<Page, string>
}

/** A client as parsed from a file. If the file omits HTML, it is undefined here and the stored HTML stays. */
export type ParsedClient = Omit<Client, 'html'> & { html: Record<Page, string | undefined> }

export type Page = 'home' | 'member'
export const contentPages = ['home', 'member'] as const satisfies Page[]

/** All clients and external searches in the database. */
export type State = { clients: Client[]; externalSearches: ExternalSearch[] }
