/** The last zoom at which all land has tiles of its own; closer ones show them enlarged. */
export const lastLandZoom = 7
/** The zoom of the tiles that show the shores of towns and cities as fine as they are known. */
export const shoreZoom = 9
/** The last zoom of borders, rivers and names. */
export const lastNameZoom = 6
/** The zoom of the tiles with ZIP codes. */
export const postalZoom = 7
