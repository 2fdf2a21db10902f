/** What a kiosk may say in front of everyone: a first name, an initial, a class and its time. */
import { clockTime } from '#app/values/wording.ts'
import type { KioskAnswer } from './kiosk-answer.ts'
import { type AskedProof, phoneDigits } from './kiosk-proof.ts'

/** Letters that must be typed before anyone is looked for, and people shown at most. */
export const kioskLetters = 3
export const kioskFound = 5

/** What a kiosk answers when it checks nobody in, whatever the reason: the room learns nothing. */
const seeTheDesk = 'Please see the desk.'

/** `Ana R.` */
export function kioskName({
  name,
  preferredName,
}: {
  name: string
  preferredName: string
}): string {
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

/** An answer as it is on the tablet. Nothing else of it reaches the page. */
export type KioskSays =
  | { kind: 'in'; title: string; text: string }
  | { kind: 'found'; people: { bookingId: string; name: string; note: string }[] }
  | { kind: 'prove'; bookingId: string; title: string; label: string; wrong: string }
  | { kind: 'again'; title: string; text: string }
  | { kind: 'see_the_desk'; title: string; text: string }

const againWords = {
  letters: `Type your code, or at least ${kioskLetters} letters of your name.`,
  many: 'Several people are called that. Type more of your name.',
  nobody: 'Nobody by that name has a place in the next classes. Try again, or see the desk.',
  code: 'Scan your code, or type it. It is in your account. Without it, ask at the desk.',
  tries: 'There were too many wrong tries. Please ask at the desk.',
  too_often: 'That was a lot at once. Wait a minute, or see the desk.',
} as const

const proveWords: Record<AskedProof, { label: string; wrong: string; none: string }> = {
  pin: {
    label: 'Type your PIN',
    wrong: 'That is not the PIN. Try again, or ask at the desk.',
    none: 'You have no PIN yet. Set one in your account, or ask at the desk.',
  },
  phone: {
    label: `Type the last ${phoneDigits} digits of your phone number`,
    wrong: 'Those are not the digits we have. Try again, or ask at the desk.',
    none: 'We have no phone number of yours. Ask at the desk.',
  },
}

export function kioskSays(
  answer: Exclude<KioskAnswer, { kind: 'no_kiosk' }>,
  { locale }: { locale: string },
): KioskSays {
  switch (answer.kind) {
    case 'in':
      return {
        kind: 'in',
        title: `You are in, ${answer.name}`,
        text: `${answer.title}, ${clockTime(answer.localStart, locale)}, ${answer.roomName}`,
      }
    case 'found':
      return {
        kind: 'found',
        people: answer.hits.map(({ bookingId, name, title, localStart }) => ({
          bookingId,
          name,
          note: `${clockTime(localStart, locale)} ${title}`,
        })),
      }
    case 'prove':
      return {
        kind: 'prove',
        bookingId: answer.bookingId,
        title: `Hello, ${answer.name}`,
        label: proveWords[answer.by].label,
        wrong: answer.wrong ? proveWords[answer.by].wrong : '',
      }
    case 'nothing_to_prove':
      return { kind: 'see_the_desk', title: seeTheDesk, text: proveWords[answer.by].none }
    case 'again':
      return { kind: 'again', title: 'Not yet', text: againWords[answer.why] }
    case 'see_the_desk':
      return { kind: 'see_the_desk', title: seeTheDesk, text: '' }
  }
}
