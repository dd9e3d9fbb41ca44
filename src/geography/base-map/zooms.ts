/** The last zoom at which land has tiles of its own; closer ones show them enlarged. */
export const lastLandZoom = 7
/** The same of borders and names. */
export const lastNameZoom = 6
