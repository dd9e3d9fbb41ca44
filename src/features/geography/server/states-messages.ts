type ListedState = { id: string; name: string; code: string | null; names: string[]; parts: string[] }

/** CLI output and errors about the states of a country. */
export const messages = {
  noCountry: (named: string) =>
    `Unknown country "${named}". Enter its two- or three-letter code (ISO 3166-1) or its English name.`,
  noStates: (country: string) => `The portal has no states for ${country}. Leave the column empty.`,
  state: ({ id, name, code, names, parts }: ListedState) =>
    [
      [id, name, code && code !== id ? code : undefined].filter(Boolean).join('  '),
      ...(names.length > 0 ? [`    also ${names.join(', ')}`] : []),
      ...(parts.length > 0 ? [`    includes ${parts.join(', ')}`] : []),
    ].join('\n'),
} as const
