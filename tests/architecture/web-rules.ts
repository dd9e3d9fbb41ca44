import { findMatches, type Rule } from './rule.ts'
import { ships } from './source.ts'

export const webRules: Rule[] = [
  {
    title: 'only the form module imports react-hook-form',
    appliesTo: (source) => ships(source) && !source.path.startsWith('src/platform/web/form/'),
    violations: findMatches(/\bfrom 'react-hook-form'/),
    fixture: {
      path: 'src/features/vob/web/vob-wizard.tsx',
      text: "import { useForm } from 'react-hook-form'",
    },
  },
]
