/** Text of the map, which loads after the results. */
export const mapMessages = {
  map: 'Map of the results',
  searchCenter: 'Search center',
  searchArea: 'Search this area',
  ring: (range: number, unit: string) => `${range} ${unit}`,
  marker: (number: number, name: string, distance: string) =>
    `${number}. ${distance ? `${name}, ${distance}` : name}`,
  cluster: (count: number, number: number, name: string) =>
    `${count} providers: ${number}. ${name} and ${count - 1} more`,
  others: (count: number) => `+${count}`,
  atOnePlace: (count: number) => `${count} providers at this address`,
  closePopup: 'Close',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  twoFingers: 'Use two fingers to move the map',
  scrollWithKey: (key: string) => `Use ${key} + scroll to zoom the map`,
} as const
