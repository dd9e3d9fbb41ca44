import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './search-card.module.css'

/** The way to one provider search; all of the card is the link. */
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
