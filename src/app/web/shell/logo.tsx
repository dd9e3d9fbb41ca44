/** The logo: a map pin with a cross. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#134f8c" />
      <path d="M16 5.5a8 8 0 0 0-8 8c0 5.7 8 13 8 13s8-7.3 8-13a8 8 0 0 0-8-8Z" fill="#fff" />
      <path d="M16 9.5v8M12 13.5h8" stroke="#c2570c" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  )
}
