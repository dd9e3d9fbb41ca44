/** The last zoom with land tiles for the whole world; closer zooms enlarge these tiles. */
export const lastLandZoom = 7
/** The zoom of the most detailed shore tiles for towns and cities. */
export const shoreZoom = 9
/** The last zoom with tiles for borders, rivers and names. */
export const lastNameZoom = 6
/** The zoom of the tiles with ZIP codes. */
export const postalZoom = 7
