import type { MantineColorsTuple } from '@mantine/core'

/** The action blue; shade 7 has 8:1 on white, shade 3 has 8:1 on the dark background. */
export const harbor: MantineColorsTuple = [
  '#eff5fb',
  '#dce9f5',
  '#b9d3ec',
  '#90badf',
  '#689fd1',
  '#4685c1',
  '#2a6cad',
  '#134f8c',
  '#0f4176',
  '#0b335e',
]

/** The warm accent for what needs attention. */
export const amber: MantineColorsTuple = [
  '#fff5eb',
  '#fee8d2',
  '#fcd0a4',
  '#fab573',
  '#f79a48',
  '#ee7f22',
  '#b9570a',
  '#a84d08',
  '#8a4007',
  '#6f3306',
]

/** Cool grays; shade 4 borders controls (at least 3:1), shade 3 is the hairline. */
export const gray: MantineColorsTuple = [
  '#f7f9fb',
  '#eef1f5',
  '#e3e8ee',
  '#d5dce4',
  '#7d8a99',
  '#66727f',
  '#505c69',
  '#3d4854',
  '#2a333d',
  '#1b222a',
]

/** The dark scheme from text (0) to the darkest background (9); 7 is the page, 6 a field, 4 a field border. */
export const dark: MantineColorsTuple = [
  '#dfe5ec',
  '#c3ccd6',
  '#a3afbc',
  '#8391a0',
  '#71808f',
  '#2b343e',
  '#1d242c',
  '#141a20',
  '#0f1418',
  '#0a0e11',
]
