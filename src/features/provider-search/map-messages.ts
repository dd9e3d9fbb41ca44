/** Every sentence of the map, which loads later than the results. */
export const mapMessages = {
  searchCentre: 'Center of the search',
  marker: (name: string, distance: string) => (distance ? `${name}, ${distance}` : name),
  cluster: (count: number, name: string) => `${count} providers, among them ${name}`,
  atOnePlace: (count: number) => `${count} providers at this place`,
  directions: 'Directions',
  opensElsewhere: '(opens another site)',
  showInList: 'Show in list',
  closePopup: 'Close',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  twoFingers: 'Use two fingers to move the map',
  scrollWithKey: (key: string) => `Use ${key} + scroll to zoom the map`,
} as const
