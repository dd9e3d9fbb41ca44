import { Link } from '@tanstack/react-router'

export type FooterLink = { label: string; url: string }

/** A link that stays in the portal where its address does, and opens beside it where it leads elsewhere. */
export function FooterLink({ label, url }: FooterLink) {
  if (url.startsWith('/')) return <Link to={url}>{label}</Link>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  )
}
