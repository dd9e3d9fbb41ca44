import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useShortcutsEnabled } from '#platform/web/use-shortcut.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { BillSummary } from './bill-summary.tsx'
import classes from './review.module.css'
import { ReviewNotice } from './review-notice.tsx'
import { ShortcutList } from './shortcut-list.tsx'
import type { DecisionFormState } from './use-decision.ts'
import type { useReview } from './use-review.ts'
import { reviewFormId, useReviewShortcuts } from './use-review-shortcuts.ts'

const text = messages.review

export type ReviewProps = { review: ReturnType<typeof useReview>; bill: PendingAuthorization }
type ReviewPanelProps = ReviewProps & { form?: DecisionFormState; children: ReactNode }

/** The panel next to the PDF: errors, bill summary, decision and navigation. */
export function ReviewPanel({ review, bill, form, children }: ReviewPanelProps) {
  const [hasShortcuts, setShortcutsShown] = useState(false)
  const [hasSingleKeys] = useShortcutsEnabled()
  const { notice, move, close } = review
  const toggleShortcuts = () => setShortcutsShown(!hasShortcuts)
  useReviewShortcuts({ move, close, toggleShortcuts, hasSingleKeys, form })
  return (
    <>
      <form
        id={reviewFormId}
        noValidate
        aria-label={text.choice}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          form?.save()
        }}
      >
        {notice?.isError && <ReviewNotice {...notice} />}
        <BillSummary bill={bill} />
        {children}
        <div ref={keepClearOfBars} className={classes.buttons}>
          <Button size="sm" variant="default" aria-keyshortcuts="ArrowLeft" onClick={() => move(-1)}>
            {text.previous}
          </Button>
          <Button size="sm" variant="default" aria-keyshortcuts="ArrowRight" onClick={() => move(1)}>
            {text.next}
          </Button>
          <Button
            size="sm"
            variant="subtle"
            className={classes.toKeys}
            aria-expanded={hasShortcuts}
            onClick={toggleShortcuts}
          >
            {text.keys}
          </Button>
          <span className={classes.last}>
            <Button size="sm" variant="default" onClick={close}>
              {text.cancel}
            </Button>
            {form && (
              <Button
                type="submit"
                size="sm"
                aria-keyshortcuts="Control+Enter"
                disabled={form.choice.action === 'N' || form.isSaving}
              >
                {form.isSaving ? text.saving : text.save}
              </Button>
            )}
          </span>
        </div>
      </form>
      {hasShortcuts && <ShortcutList mayDecide={form !== undefined} hasSingleKeys={hasSingleKeys} />}
    </>
  )
}

/** Keeps scrolled-to content clear of the sticky header and footer, whatever their height. */
function keepClearOfBars(buttons: HTMLElement | null) {
  const dialog = buttons?.closest<HTMLElement>('[role="dialog"]')
  const header = dialog?.querySelector('header')
  if (!buttons || !dialog || !header) return
  const observer = new ResizeObserver(() => {
    dialog.style.scrollPaddingBlock = `${header.offsetHeight}px ${buttons.offsetHeight}px`
  })
  for (const bar of [header, buttons]) observer.observe(bar)
  return () => observer.disconnect()
}
