/** The circle a search went round: degrees, and kilometres; without a radius the point alone. */
export type Circle = { latitude: number; longitude: number; radius: number }
