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
} as const
