import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './search-card.module.css'

/** A card that links to a provider search. */
export function SearchCard({ searchKey, title, lead }: { searchKey: string; title: string; lead: string }) {
  return (
    <section className={classes.card}>
      <h2>
        <Link to="/$searchKey" params={{ searchKey }}>
          {title}
          <IconArrowRight size={20} stroke={2} aria-hidden />
        </Link>
      </h2>
      <p>{lead}</p>
    </section>
  )
}
