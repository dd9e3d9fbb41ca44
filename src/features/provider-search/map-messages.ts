/** Text of the map, which loads after the results. */
export const mapMessages = {
  map: 'Map of the results',
  searchCenter: 'Search center',
  searchArea: 'Search this area',
  area: {
    same: (place: string) => `Your search already covers this area, around ${place}.`,
    abroad: 'This search covers only the United States. Move the map there and try again.',
    noPostalCode: 'This search needs a ZIP code or postal code to measure distances, and there is none here.',
    nowhere: 'We couldn’t find a ZIP code or city near the center of the map. Move the map and try again.',
    failed: 'We couldn’t search this area. Check your connection and try again.',
  },
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
