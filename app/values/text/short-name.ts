/** The longest short name a box of the calendar takes. */
const most = 12

/**
 * A name for narrow places: as many of its first words as fit, or the beginning of a word that does
 * not, with dots.
 */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/)
  const fitting = words.reduce((kept, word) => {
    const longer = kept === '' ? word : `${kept} ${word}`
    return longer.length <= most && name.trim().startsWith(longer) ? longer : kept
  }, '')
  const whole = fitting.replace(/[,;:.–-]+$/, '')
  return whole || `${name.trim().slice(0, most - 1)}…`
}
