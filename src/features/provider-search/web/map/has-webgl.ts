let known: boolean | undefined

/** Whether this browser can draw the map. */
export function hasWebGl(): boolean {
  known ??= document.createElement('canvas').getContext('webgl2') !== null
  return known
}
