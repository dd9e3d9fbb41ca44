import { labelItn } from '#cases/rules.ts'

/** User-facing text of the queue of pending authorizations. */
export const queueMessages = {
  due: 'Due',
  left: (time: string) => `${time} left`,
  overdueBy: (time: string) => `Overdue by ${time}`,
  dueToday: (time: string) => `Due today ${time}`,
  dueTomorrow: (time: string) => `Due tomorrow ${time}`,
  dueOn: (day: string) => `Due ${day}`,
  buckets: { overdue: 'Overdue', today: 'Due today', later: 'Due later', none: 'No due time' },
  bucketTitle: (name: string, count: string, amounts: string) =>
    amounts ? `${name}: ${count} (${amounts})` : `${name}: ${count}`,
  assignee: 'Assignee',
  assign: {
    title: (itn: string) => `Assign ${labelItn(itn)}`,
    change: (itn: string, name: string) => `${name}: change the assignee of ${labelItn(itn)}`,
    toMe: 'Assign to me',
    nobody: 'Unassigned',
    former: (name: string) => `${name} can no longer decide this bill.`,
    remove: 'Remove assignee',
    me: 'You',
    mine: 'Assigned to me',
    filter: 'Name',
    none: 'No one else with this name can decide this bill.',
    nobodyMayDecide:
      'No one has permission to decide this bill. Ask your administrator to give it to someone.',
    other: 'Another person',
    failed: 'We couldn’t change the assignee. Please try again.',
    listFailed: 'We couldn’t load the people who can decide this bill.',
    loading: 'Loading people',
    taken: (itn: string, name: string) =>
      `${labelItn(itn)} was just assigned to ${name}. If you still want to change the assignee, choose again.`,
    released: (itn: string) =>
      `${labelItn(itn)} was just unassigned. If you still want to assign it, choose again.`,
    unknown: 'This person can’t decide this bill. Choose someone from the list.',
  },
  reviewing,
  reviewingNow: (names: readonly string[]) => `${reviewing(names)} this bill now.`,
  gone: 'This bill is no longer pending. Someone else may have decided it.',
  resubmitted: 'This bill was changed while you had it open. Review it again.',
  views: {
    label: 'View',
    all: 'All pending',
    custom: 'Current filters',
    save: 'Save view',
    saveTitle: 'Save these filters as a view',
    name: 'Name',
    nameMissing: 'Enter a name for the view.',
    nameTooLong: (most: number) => `Use at most ${most} characters.`,
    reserved: (name: string) => `The list already has “${name}”. Choose another name.`,
    similar: (name: string) =>
      `You already have “${name}”. Choose another name, or enter exactly this one to replace that view.`,
    remove: 'Delete view',
    removeTitle: (name: string) => `Delete the view “${name}”?`,
    removeAdvice: 'The list keeps these filters, and no authorization is changed.',
    replaceTitle: (name: string) => `Replace the view “${name}”?`,
    replaceAdvice: 'You already have a view with this name. It will get the current filters.',
    replace: 'Replace view',
    cancel: 'Cancel',
    saveFailed: 'We couldn’t save the view. Please try again.',
    removeFailed: 'We couldn’t delete the view. Please try again.',
    tooMany: (most: number) => `You have ${most} views for this client. Delete one before you save another.`,
  },
  email: {
    label: 'Daily email',
    describe: (address: string) => `Sent to ${address} from 7 AM on working days, if anything is pending`,
    noAddress:
      'Your account has no valid email address. Ask your administrator to add one, then log in again.',
    notAllowed: 'You can view pending authorizations but not decide them, so there is no daily email.',
    failed: 'We couldn’t change the daily email. Please try again.',
    subject: (pending: number, client: string) =>
      `${pending} pending authorization${pending === 1 ? '' : 's'} – ${client}`,
    counts: (
      client: string,
      { pending, overdue, dueToday }: { pending: number; overdue: number; dueToday: number },
    ) =>
      `${client}: ${pending} pending authorization${pending === 1 ? '' : 's'}, ${overdue} overdue, ${dueToday} more due today.`,
    open: 'Open the pending authorizations',
    why: 'You get this email on working days because you turned it on. To stop, turn off “Daily email” on that page.',
  },
} as const

function reviewing(names: readonly string[]): string {
  return names.length === 1
    ? `${names[0]} is reviewing`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are reviewing`
}
