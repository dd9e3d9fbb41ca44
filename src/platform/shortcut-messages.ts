type Keys = (readonly [pressed: readonly string[], action: string])[]

const keys: Keys = [
  [['/'], 'Go to the search'],
  [['Enter'], 'Search, or choose the highlighted item'],
  [['↑', '↓'], 'Open a list and move through it'],
  [['Esc'], 'Close a list or dialog'],
  [['S'], 'Open the shortlist of the results'],
  [['?'], 'Show shortcuts'],
]

/** Text of the shortcut dialog, which loads on demand. The member area has it in each of its languages. */
export const messages = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  keys,
  wanted: 'Use single-key shortcuts',
}

/** The keys of signed-in staff, instead of the first key of everyone. */
export const staffKeys: Keys = [
  [['/'], 'Find anything (on a provider search: go to the form)'],
  [['Ctrl', 'K'], 'Find anything, even while typing in a field'],
]
