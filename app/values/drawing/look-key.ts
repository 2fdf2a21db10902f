/**
 * A short word that changes when the pictures of a studio do, for their addresses: a picture under
 * one key is always the same.
 */
export function lookKey({
  name,
  hue,
  chroma,
}: {
  name: string
  hue: number
  chroma: number
}): string {
  let sum = 5381
  for (const character of `${hue} ${chroma} ${name}`)
    sum = (Math.imul(sum, 33) ^ (character.codePointAt(0) ?? 0)) >>> 0
  return sum.toString(36)
}
