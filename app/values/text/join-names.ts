/** `Isla`, `Isla and Leo`, `Isla, Leo and Mia`. */
export const joinNames = (names: readonly string[]): string =>
  names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`
