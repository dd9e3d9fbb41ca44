/** Every sentence of billing that a person can meet, word for word as specified. */
export const messages = {
  titles: {
    image: (itn: string) => `Bill ${itn}`,
  },
} as const
