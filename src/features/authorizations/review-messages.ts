import { labelItn } from '#cases/rules.ts'
import { formatCountdown } from '#platform/contract/time.ts'

/** User-facing text of the review dialog. The specification fixes most of these strings. */
export const review = {
  title: labelItn,
  position: (position: number, all: number) =>
    `${position.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`,
  choice: 'Decision',
  actions: { A: 'Approve', D: 'Deny', I: 'Additional Info Needed', O: 'Other - Special Handling' },
  patientResponsibility: (currency: string) => `Patient Responsibility (${currency})`,
  maximumCovered: (currency: string) => `Maximum Covered Amount (${currency})`,
  denialCode: 'Reason for Denial',
  additionalInfo: 'Info Required',
  comment: 'Special Handling Comment',
  amounts: {
    nothing: (_sum: string, _charged: string) => 'None of this bill would be paid.',
    complete: (_sum: string, charged: string) => `The two amounts add up to the total charge of ${charged}.`,
    partial: (sum: string, charged: string) => `The two amounts add up to ${sum} of ${charged}.`,
    exceeded: (sum: string, charged: string) =>
      `The two amounts add up to ${sum}, which exceeds the total charge of ${charged}.`,
  },
  secondPerson: (limit: string | false) =>
    limit ? `Above ${limit}, a second person must approve, too.` : 'A second person must approve, too.',
  views: { label: 'Show', decision: 'Decision', bill: 'Bill', image: 'Bill Image' },
  openCase: (incidentNumber: string) => `Open case ${incidentNumber}`,
  counter: (typed: number, limit: number) => `${typed} / ${limit}`,
  unselected: '--Select--',
  error: (previousItn?: string) =>
    previousItn ? `Processing Error on the previous bill, ${labelItn(previousItn)}` : 'Processing Error',
  history: 'History',
  submittedAgain: (round: number) => `Round ${round}: resubmitted or changed`,
  previous: 'Previous',
  next: 'Next',
  save: 'Save',
  /** What Save does, with the amounts of an approval. */
  saveAction: {
    A: (covered: string, charged: string) => `Save: approve ${covered} of ${charged}`,
    D: 'Save: deny',
    I: 'Save: request information',
    O: 'Save: send to special handling',
  },
  /** What Save does with an approval that needs a second person. */
  saveProposal: (covered: string, charged: string) => `Save: propose ${covered} of ${charged}`,
  saving: 'Saving',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  keys: 'Shortcuts',
  closeNotice: 'Close this message',
  toasts: {
    region: 'Saved decisions',
    undo: 'Undo',
    undoItn: (itn: string) => `Undo: ${labelItn(itn)}`,
    undoing: 'Undoing',
    left: (seconds: number) => (seconds < 60 ? `${seconds} s left` : `${formatCountdown(seconds)} left`),
    more: (count: number) => `Show ${count} more`,
    fewer: 'Show fewer',
    close: (itn: string) => `Close the message about ${labelItn(itn)}`,
    failed: 'We couldn’t undo the decision. Please try again.',
    openPrevious: (message: string) => `${message} Choose Previous to open it.`,
  },
  forItn: (itn: string, message: string) => `${labelItn(itn)}: ${message}`,
  stillSaving: (itn: string) => `The decision on ${labelItn(itn)} is still being saved.`,
  ignoredKeys: 'Keys pressed while a decision is being saved or a bill is opening are ignored.',
  draft: 'This decision hasn’t been saved yet. Check it, then save it.',
  left: (itn: string) =>
    `The decision on ${labelItn(itn)} hasn’t been saved. To restore what you entered, open the bill again.`,
  leftHere: 'You left this bill without saving.',
  restore: 'Restore what you entered',
  draftGone: (itn: string) =>
    `${labelItn(itn)} is no longer pending, so the decision you had started was not saved.`,
  shortcuts: {
    everywhere: {
      title: 'Everywhere',
      deciding: [
        [['Ctrl', 'Enter'], 'Save'],
        [['Alt', 'PgUp'], 'Previous bill'],
        [['Alt', 'PgDn'], 'Next bill'],
        [['Ctrl', 'Z'], 'Undo the last decision (in a field: your typing)'],
        [['Esc'], 'Leave a field. Outside fields: hide these shortcuts, then Cancel'],
      ],
      viewing: [
        [['Alt', 'PgUp'], 'Previous bill'],
        [['Alt', 'PgDn'], 'Next bill'],
        [['Esc'], 'Hide these shortcuts, then Cancel'],
      ],
    },
    outsideFields: {
      title: 'Outside fields',
      deciding: [
        [['A'], 'Approve'],
        [['D'], 'Deny'],
        [['I'], 'Additional Info Needed'],
        [['O'], 'Other - Special Handling'],
      ],
      viewing: [
        [['←', '→'], 'Previous and next bill'],
        [['?'], 'Show or hide these shortcuts'],
      ],
    },
    inLists: { title: 'In a list', deciding: [[['↑', '↓'], 'Choose a decision or a reason']] },
    off: 'Single-key shortcuts are off. Turn them on under Keyboard shortcuts at the bottom of the page.',
  },
  notPending: (itn: string) =>
    `${labelItn(itn)} isn’t pending, or you don’t have access to it. If it has been decided, it is under Decided.`,
  zeroApproval: {
    title: (covered: string, charged: string) => `Approve ${covered} of ${charged}?`,
    question: (covered: string) =>
      `The maximum covered amount is ${covered}, so none of this bill would be paid.`,
    yes: (covered: string) => `Approve ${covered}`,
    no: 'Go back',
  },
} as const

/** User-facing text of comments on a bill. */
export const commentMessages = {
  title: 'Comments',
  titleInHistory: 'Comments on this bill',
  counted: (count: number) => (count === 1 ? '1 comment' : `${count.toLocaleString('en-US')} comments`),
  arrived: (count: number, lastAuthor: string) =>
    count === 1
      ? `New comment from ${lastAuthor}.`
      : `${count.toLocaleString('en-US')} new comments, the last one from ${lastAuthor}.`,
  loading: 'Loading the comments',
  failed: 'We couldn’t load the comments.',
  none: 'No comments yet',
  missing: 'Enter the text of the comment.',
  tooLong: (length: number, max: number) =>
    `A comment can have up to ${max.toLocaleString('en-US')} characters; this one has ${length.toLocaleString('en-US')}.`,
  idReused: 'This comment ID was already used for a different comment. Send a new ID with each new comment.',
  form: {
    open: 'Write a comment',
    label: 'Comment',
    hint: (max: number) =>
      `For colleagues only: never sent to the back office or printed in a letter. Everyone with access to this bill can see it with your name. Comments can’t be changed later. Up to ${max.toLocaleString('en-US')} characters.`,
    unsaved: 'This comment hasn’t been saved yet.',
    count: (length: number, max: number) =>
      `${length.toLocaleString('en-US')} of ${max.toLocaleString('en-US')} characters`,
    save: 'Save comment',
    cancel: 'Discard',
    failed: 'We couldn’t save the comment. Your text is still here. Please try again.',
    saved: 'Comment saved',
  },
} as const
