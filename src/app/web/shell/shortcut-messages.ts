/** Text of the shortcut dialog, which loads on demand. */
export const messages = {
  title: 'Keyboard shortcuts',
  keys: [
    [['/'], 'Go to the search'],
    [['Enter'], 'Search, or choose the highlighted item'],
    [['↑', '↓'], 'Open a list and move through it'],
    [['Esc'], 'Close a list or dialog'],
    [['?'], 'Show shortcuts'],
  ],
  staffKeys: [
    [['/'], 'Find anything (on a provider search: go to the form)'],
    [['Ctrl', 'K'], 'Find anything, even while typing in a field'],
  ],
  wanted: 'Use single-key shortcuts',
} as const
