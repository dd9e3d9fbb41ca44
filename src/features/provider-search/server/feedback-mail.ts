import { escapeHtml } from '#platform/server/escape-html.ts'
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { Feedback } from '../contract.ts'
import { mailMessages as words } from './mail-messages.ts'

/** The feedback email to customer service; Reply-To is the author. */
export function feedbackMail(feedback: Feedback, searchTitle: string, serviceEmail: string): Mail {
  const { providerName, name, email, message } = feedback
  const fields: [string, string][] = [
    [words.feedbackProvider, providerName],
    [words.feedbackSearch, searchTitle],
    [words.feedbackName, name],
    [words.feedbackEmail, email],
  ]
  const rows = fields.map(
    ([label, value]) => `<tr><th align="left">${label}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  const paragraphs = escapeHtml(message).replaceAll(/\r?\n/g, '<br>')
  return {
    to: serviceEmail,
    replyTo: email,
    subject: words.feedbackSubject(providerName),
    text: [...fields.map(([label, value]) => `${label}: ${value}`), '', message].join('\n'),
    html: `<table cellpadding="4">${rows.join('')}</table><p>${paragraphs}</p>`,
  }
}
