type Place = { latitude: number; longitude: number }

const earthRadius = 6371.0088
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The great-circle distance of two places, in kilometres. */
export function kilometresBetween(a: Place, b: Place): number {
  const [latitude, longitude] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)]
  const chord =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitude / 2) ** 2
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)))
}
