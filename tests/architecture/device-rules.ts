import { findMatches, type Rule } from './rule.ts'
import { isWeb } from './source.ts'

/** How a page follows the keyboard and the screen. */
export const deviceRules: Rule[] = [
  {
    title:
      'only the shortcut module listens to the keys of the whole page, apart from the letters before the find box opens',
    appliesTo: isWeb,
    exceptions: ['src/platform/web/use-shortcut.ts', 'src/app/web/staff-shell/find-box.tsx'],
    violations: findMatches(/\bdocument\.addEventListener\(\s*['"`]key(down|up)['"`]/),
    fixture: {
      path: 'src/platform/web/pdf/pdf-viewer.tsx',
      text: "document.addEventListener('keydown', press)",
    },
  },
  {
    title: 'only the screen module renders by a media query',
    appliesTo: isWeb,
    exceptions: ['src/platform/web/page/use-screen.ts'],
    violations: findMatches(/\buseMediaQuery\b/),
    fixture: {
      path: 'src/features/vob/web/vob-modal.tsx',
      text: "import { useMediaQuery } from '@mantine/hooks'",
    },
  },
]
