import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { messages } from '#platform/messages.ts'

/** The action blue; shade 7 has 8:1 on white, shade 3 has 8:1 on the dark background. */
export const harbor: MantineColorsTuple = [
  '#eff5fb',
  '#dce9f5',
  '#b9d3ec',
  '#90badf',
  '#689fd1',
  '#4685c1',
  '#2a6cad',
  '#134f8c',
  '#0f4176',
  '#0b335e',
]

/** The warm accent for what needs attention. */
export const amber: MantineColorsTuple = [
  '#fff5eb',
  '#fee8d2',
  '#fcd0a4',
  '#fab573',
  '#f79a48',
  '#ee7f22',
  '#b9570a',
  '#a84d08',
  '#8a4007',
  '#6f3306',
]

/** Cool grays; shade 4 borders controls (at least 3:1), shade 3 is the hairline. */
export const gray: MantineColorsTuple = [
  '#f7f9fb',
  '#eef1f5',
  '#e3e8ee',
  '#d5dce4',
  '#7d8a99',
  '#66727f',
  '#505c69',
  '#3d4854',
  '#2a333d',
  '#1b222a',
]

/** The dark scheme from text (0) to the darkest background (9); 7 is the page, 6 a field, 4 a field border. */
export const dark: MantineColorsTuple = [
  '#dfe5ec',
  '#c3ccd6',
  '#a3afbc',
  '#8391a0',
  '#71808f',
  '#2b343e',
  '#1d242c',
  '#141a20',
  '#0f1418',
  '#0a0e11',
]

const systemFont = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'
const named = { 'aria-label': messages.close }
/** A dialog header is not a page header. */
const notBanner = { role: 'presentation' } as const
const calm = { size: 'md' } as const

/** The Mantine theme: calm, hairlines instead of shadows, large readable text. */
export const theme = createTheme({
  primaryColor: 'harbor',
  primaryShade: { light: 7, dark: 6 },
  colors: { harbor, amber, gray, dark },
  white: '#ffffff',
  black: gray[9],
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: systemFont,
  headings: {
    fontFamily: systemFont,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: { h1: { fontSize: 'clamp(1.625rem, 1.3rem + 1.4vw, 2.125rem)', lineHeight: '1.25' } },
  },
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    Badge: { defaultProps: { size: 'lg', variant: 'light', tt: 'none', fw: 600 } },
    Button: { defaultProps: calm },
    Input: { defaultProps: calm },
    InputWrapper: { defaultProps: calm },
    CloseButton: { defaultProps: named },
    Modal: {
      defaultProps: {
        closeButtonProps: named,
        overlayProps: { backgroundOpacity: 0.5 },
        padding: 'lg',
        shadow: 'none',
      },
    },
    ModalHeader: { defaultProps: notBanner },
    Combobox: { defaultProps: { shadow: 'none' } },
    Popover: { defaultProps: { shadow: 'none', transitionProps: { duration: 0 } } },
    Notification: { defaultProps: { closeButtonProps: named } },
    Pagination: { defaultProps: { getControlProps: pagerNames } },
  },
})

/** The label of each pagination arrow. */
function pagerNames(control: 'first' | 'previous' | 'next' | 'last') {
  return { 'aria-label': messages.pager[control] }
}

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
