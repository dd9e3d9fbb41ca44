import { createTheme } from '@mantine/core'
import { messages } from '#platform/messages.ts'
import { amber, dark, gray, harbor } from './palette.ts'

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
