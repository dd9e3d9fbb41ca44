/** CLI output and errors for content. */
export const messages = {
  wrongKey: (key: string) =>
    `"${key}" is not a content key. Examples: search/domestic-provider-search, home/alpine, member/alpine.`,
  nothing: (key: string) => `No content is stored under ${key}.`,
  stored: (key: string, version: number) => `${key}: version ${version} stored and now live.`,
  unchanged: (key: string, version: number) =>
    `${key}: identical to version ${version}; nothing was changed.`,
  leftOut: (parts: readonly string[]) =>
    `Removed, because content cannot contain it or its source is not allowed: ${parts.map((part) => `<${part}>`).join(', ')}.`,
} as const
