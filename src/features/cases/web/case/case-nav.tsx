import { Link } from '@tanstack/react-router'
import { messages } from '../../messages.ts'
import { useCaseSearch } from '../case-search-context.ts'
import { type CaseSection, caseSections } from '../case-sections.ts'
import classes from '../cases.module.css'

/** Navigation between the sections of a case. */
export function CaseNav({ page, row }: { page: CaseSection; row: string }) {
  const { path } = useCaseSearch().search
  return (
    <nav aria-label={messages.caseSections}>
      <ul className={classes.parts}>
        {caseSections.map((each) => (
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
