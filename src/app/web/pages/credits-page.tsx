import { StaticPage } from '#platform/web/static-page.tsx'
import { messages as portal } from '../messages.ts'
import { messages } from './page-messages.ts'

/** The credits that our licenses require. */
export function CreditsPage() {
  return (
    <StaticPage title={portal.credits}>
      {messages.creditLines.map((parts) => (
        <p key={String(parts[0])}>
          {parts.map((part) =>
            typeof part === 'string' ? (
              part
            ) : (
              <a key={part.url} href={part.url}>
                {part.label}
              </a>
            ),
          )}
        </p>
      ))}
    </StaticPage>
  )
}
