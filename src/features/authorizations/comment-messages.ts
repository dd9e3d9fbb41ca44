/** User-facing text of comments on a bill. */
export const commentMessages = {
  title: 'Comments',
  titleInHistory: 'Comments on this bill',
  counted: (count: number) => (count === 1 ? '1 comment' : `${count.toLocaleString('en-US')} comments`),
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
