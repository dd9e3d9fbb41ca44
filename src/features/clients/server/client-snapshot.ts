import type { ExternalSearch, WrittenClient } from './clients-schema.ts'

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type Picture = { type: (typeof pictureTypes)[number]; bytes: Buffer }

type Manager = Omit<WrittenClient['accountManagers'][number], 'picture'> & { picture: Picture | null }
type WrittenMember = NonNullable<WrittenClient['member']>
export type Card = Omit<NonNullable<WrittenMember['card']>, 'logo'> & { logo: Picture | null }
type Member = Pick<WrittenMember, 'showIdCard' | 'showEnglishAndGerman'> & { card: Card | null }

/** A client with everything that the clients' file says of it. */
export type Client = Omit<WrittenClient, 'accountManagers' | 'home' | 'member'> & {
  accountManagers: Manager[]
  home: Pick<WrittenClient['home'], 'banner' | 'videoUrl'>
  member: Member | null
  /** What shows on the home and the member page, sanitised; empty where there is nothing. */
  html: Record<Page, string>
}

/** A client as a file says it: HTML that it leaves out stays as it is. */
export type SaidClient = Omit<Client, 'html'> & { html: Record<Page, string | undefined> }

export type Page = 'home' | 'member'
export const contentPages = ['home', 'member'] as const satisfies Page[]

/** All clients and external searches, as the database has them. */
export type State = { clients: Client[]; externalSearches: ExternalSearch[] }
