/**
 * Which of two texts comes first in a list, by their code units: the same in every locale.
 * Instants and dates, which are written from the year down, are in order of time by it.
 */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
