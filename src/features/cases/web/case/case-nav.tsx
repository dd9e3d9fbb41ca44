import { Link } from '@tanstack/react-router'
import { messages } from '../../messages.ts'
import { useFoundCases } from '../case-search-context.ts'
import { type CasePart, caseParts } from '../case-sections.ts'
import classes from '../cases.module.css'

/** Navigation between the sections of a case. */
export function CaseDeps({ page, row }: { page: CasePart; row: string }) {
  const { path } = useFoundCases().search
  return (
    <nav aria-label={messages.partsOfCase}>
      <ul className={classes.parts}>
        {caseParts.map((each) => (
          <li key={each}>
            <Link to={`${path}/${each}`} search={{ row }} aria-current={each === page ? 'page' : undefined}>
              {messages.pages[each]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
