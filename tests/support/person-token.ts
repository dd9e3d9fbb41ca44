import { tokenStore } from '#sign-in/web/token-store.ts'

/** Stores a token of the person with this ID; everyone here has the same name. */
export function storeToken(id: string) {
  const token = ['{"typ":"JWT"}', JSON.stringify({ sub: id, sid: 'µ?>' }), ''].map(encodePart).join('.')
  tokenStore.set({ token, exp: 4_000_000_000, name: 'Ada Sampleton' })
}

const encodePart = (text: string) => Buffer.from(text).toString('base64url')
