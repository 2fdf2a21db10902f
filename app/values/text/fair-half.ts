/**
 * Whether a key belongs to the second of two halves. The same key always does or does not, keys that
 * differ by one character fall apart evenly, and nobody has to remember who was shown what. Pure.
 */
export function inSecondHalf(key: string): boolean {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) & 1) === 1
}
