type ListedState = { id: string; name: string; code: string | null; names: string[]; parts: string[] }

/** Every sentence about the states of a country that an operator can meet. */
export const messages = {
  noCountry: (named: string) =>
    `There is no country "${named}". Give two or three letters (ISO 3166-1) or its name in English.`,
  noStates: (country: string) => `The portal has no states for ${country}. Leave the column empty.`,
  state: ({ id, name, code, names, parts }: ListedState) =>
    [
      [id, name, code && code !== id ? code : undefined].filter(Boolean).join('  '),
      ...(names.length > 0 ? [`    also ${names.join(', ')}`] : []),
      ...(parts.length > 0 ? [`    includes ${parts.join(', ')}`] : []),
    ].join('\n'),
} as const
