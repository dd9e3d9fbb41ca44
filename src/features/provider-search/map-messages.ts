/** Text of the map, which loads after the results. */
export const mapMessages = {
  map: 'Map of the results',
  selectOne: 'Select',
  searchCenter: 'Search center',
  marker: (name: string, distance: string) => (distance ? `${name}, ${distance}` : name),
  cluster: (count: number, name: string) => `${count} providers, including ${name}`,
  atOnePlace: (count: number) => `${count} providers at this address`,
  showInList: 'Show in list',
  closePopup: 'Close',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  twoFingers: 'Use two fingers to move the map',
  scrollWithKey: (key: string) => `Use ${key} + scroll to zoom the map`,
} as const
