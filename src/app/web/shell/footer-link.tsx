import { Link } from '@tanstack/react-router'

export type FooterLink = { label: string; url: string }

/** A footer link; external ones open in a new tab. */
export function FooterLink({ label, url }: FooterLink) {
  if (url.startsWith('/')) return <Link to={url}>{label}</Link>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  )
}
