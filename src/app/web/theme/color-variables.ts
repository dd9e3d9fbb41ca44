import type { CSSVariablesResolver } from '@mantine/core'
import { amber, dark, gray, harbor } from './palette.ts'

/** Overrides faint Mantine defaults and adds our variables for accent, focus, backgrounds and hairlines. */
export const colorVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': gray[9],
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': gray[5],
    '--mantine-color-anchor': harbor[7],
    '--mantine-color-error': '#b3201c',
    '--mantine-color-default-border': gray[4],
    '--portal-accent': amber[7],
    '--portal-saved': '#1a6b35',
    '--portal-focus': harbor[6],
    '--portal-hairline': gray[3],
    '--portal-quiet': gray[0],
    '--portal-tint': harbor[0],
  },
  dark: {
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-anchor': harbor[3],
    '--mantine-color-error': '#ff9b94',
    '--mantine-color-default-border': dark[4],
    '--mantine-color-disabled': dark[8],
    '--portal-accent': amber[4],
    '--portal-saved': '#7fd49a',
    '--portal-focus': harbor[3],
    '--portal-hairline': '#38434f',
    '--portal-quiet': dark[8],
    '--portal-tint': '#172636',
  },
})
