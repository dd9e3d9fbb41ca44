/** Pages that sign in, out or send on: nobody wants to come back to them. */
const onTheWay = /^\/(token|logout|sign-in-failed)?\/?$/i

/** A path of the portal itself to go back to after the sign-in; anything else becomes `/home`. */
export function ownPath(path: string | null | undefined): string {
  if (!path?.startsWith('/') || path.startsWith('//') || path.includes('\\')) return '/home'
  const { origin, pathname, search } = new URL(path, 'http://portal.invalid')
  const isOurs = origin === 'http://portal.invalid' && !onTheWay.test(pathname)
  return isOurs ? `${pathname}${search}` : '/home'
}
