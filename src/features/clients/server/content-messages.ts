/** Every sentence about content that an operator can meet. */
export const messages = {
  wrongKey: (key: string) =>
    `"${key}" is no content key. One looks like search/domestic-provider-search, home/alpine or member/alpine.`,
  nothing: (key: string) => `There is no content under ${key}.`,
  stored: (key: string, version: number) => `${key}: version ${version} is stored and shows from now on.`,
  unchanged: (key: string, version: number) => `${key}: the same as version ${version}; nothing was changed.`,
  leftOut: (parts: readonly string[]) =>
    `Left out, because content may not have it, or not from there: ${parts.map((part) => `<${part}>`).join(', ')}.`,
} as const
