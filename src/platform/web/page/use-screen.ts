import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen matches a media query, from the first rendering on. */
export const useScreenMatch = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false })

/** Whether the screen is as narrow as that of a phone. */
export const useNarrowScreen = (): boolean => useScreenMatch('(max-width: 768px)')
