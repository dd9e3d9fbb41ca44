import { SectionNav } from '#platform/web/section-nav.tsx'
import { decidedMessages } from '../decided-messages.ts'
import classes from './authorizations.module.css'

const text = decidedMessages.nav
const paths = {
  pending: '/authorization',
  decided: '/authorization/decided',
  metrics: '/authorization/metrics',
} as const

/** Links between the pending and the decided authorizations and their metrics. */
export const AuthorizationNav = ({ current }: { current: keyof typeof paths }) => (
  <SectionNav
    label={text.label}
    className={classes.nav}
    sections={(['pending', 'decided', 'metrics'] as const).map((each) => ({
      path: paths[each],
      label: text[each],
      isCurrent: each === current,
    }))}
  />
)
