/** Colors of the base map, soft enough for markers and popups to stand out. */
export type MapColors = Record<
  | 'water'
  | 'land'
  | 'urban'
  | 'railroad'
  | 'coast'
  | 'country'
  | 'state'
  | 'county'
  | 'placeName'
  | 'areaName'
  | 'countyName',
  string
>

const light: MapColors = {
  water: '#c9dcea',
  land: '#f7f5f0',
  urban: '#e9e4d9',
  railroad: '#b9b3a8',
  coast: '#a9c3d6',
  country: '#9d9a94',
  state: '#bdb9b1',
  county: '#dcd8cf',
  placeName: '#2a333d',
  areaName: '#5f5d58',
  countyName: '#716d66',
}

const dark: MapColors = {
  water: '#0f1a24',
  land: '#222b34',
  urban: '#2e3841',
  railroad: '#4d5a66',
  coast: '#3a4a59',
  country: '#5d6a77',
  state: '#44515d',
  county: '#323d48',
  placeName: '#dfe5ec',
  areaName: '#a9b4c0',
  countyName: '#8d9aa8',
}

export function mapColors(isDark: boolean): MapColors {
  return isDark ? dark : light
}
