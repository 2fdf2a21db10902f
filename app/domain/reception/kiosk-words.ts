/** What a kiosk may say in front of everybody: a first name, an initial, a class and its time. */

/** Letters that must be typed before anybody is looked for, and people shown at most. */
export const kioskLetters = 3
export const kioskFound = 5

/** What a kiosk answers when it checks nobody in, whatever the reason: the room learns nothing. */
export const seeTheDesk = 'Please see the desk.'

/** `Ana R.` */
export function kioskName({ name, preferredName }: { name: string; preferredName: string }): string {
  const [first = '', ...more] = name.trim().split(/\s+/)
  const initial = more.at(-1)?.charAt(0).toUpperCase()
  return `${preferredName.trim() || first}${initial ? ` ${initial}.` : ''}`
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase('en')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** How many letters of a name were typed. */
export const lettersIn = (typed: string) => plain(typed).replaceAll(' ', '').length

/** Whether a name, or a word of it, begins with what was typed. */
export function namesLike(person: { name: string; preferredName: string }, typed: string): boolean {
  const wanted = plain(typed)
  return [person.name, person.preferredName].some((name) => {
    const words = plain(name)
    return wanted !== '' && (words.startsWith(wanted) || words.includes(` ${wanted}`))
  })
}
