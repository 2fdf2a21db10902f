/** What cancelling a class does, as a list for the page before the press. */
import { count, money } from '#app/values/wording.ts'

/** Whom a cancel of the class reaches, and what each group gets. */
export type CancelEffects = {
  booked: number
  waiting: number
  /** Offered an open place. */
  offered: number
  /** Credits that go back. */
  credits: number
  /** Lots of these that run 7 days longer (R13a). */
  longer: number
  /** Paid by a membership with a limit, which the class does not count towards. */
  memberships: number
  /**
   * Drop-ins, and what they were charged, in minor units: it is in their accounts to be paid
   * back.
   */
  dropIns: number
  dropInMinor: number
  /** Paid by an enrolment in the course of the session, and whether that course gives make-ups. */
  enrolled?: number
  givesMakeUps?: boolean
  /** Paid by a make-up, which can be used again. */
  makeUps?: number
  /** Who had a place or waited when it was cancelled; 0 while it takes place. */
  reached: number
}

/** `3 booked`, `1 offered a place`, `2 waiting`: how the people of a class stand to it. */
export const peopleWords = ({
  booked,
  offered,
  waiting,
}: Pick<CancelEffects, 'booked' | 'offered' | 'waiting'>): string[] =>
  [
    booked > 0 ? `${booked} booked` : '',
    offered > 0 ? `${offered} offered a place` : '',
    waiting > 0 ? `${waiting} waiting` : '',
  ].filter(Boolean)

/** Who is told and what each gets; the first line is always who is told. */
export function cancelEffectWords(
  effects: CancelEffects,
  { currency, locale }: { currency: string; locale: string },
): { key: string; when: string; what: string }[] {
  const { booked, waiting, offered, credits, longer, memberships, dropIns, dropInMinor } = effects
  const { enrolled = 0, givesMakeUps = false, makeUps = 0 } = effects
  const notified = booked + waiting + offered
  const who = peopleWords({ booked, offered, waiting })
  const lines = [
    notified > 0
      ? `${count(notified, 'person is', 'people are')} notified by email and in the app: ` +
        `${who.join(', ')}.`
      : 'Nobody is booked, so nobody is notified.',
    credits > 0 ? `${count(credits, 'credit')} returned to packs.` : '',
    longer > 0
      ? count(longer, 'pack that ends within 7 days runs', 'packs that end within 7 days run') +
        ' 7 days longer.'
      : '',
    memberships > 0
      ? `It won’t count towards the class limit of ${count(memberships, 'member')}.`
      : '',
    enrolled > 0 ? makeUpsWords(enrolled, givesMakeUps) : '',
    enrolled > 0
      ? 'Everyone on the course can withdraw with a full refund for the remaining sessions.'
      : '',
    makeUps > 0 ? `${count(makeUps, 'make-up', 'make-ups')} can be used again.` : '',
    dropIns > 0 ? dropInWords(dropIns, dropInMinor, { currency, locale }) : '',
    'Nobody is marked late or absent, and no fees are charged.',
    'The class stays on the timetable as cancelled.',
  ]
  return lines.filter(Boolean).map((what, i) => ({ key: `${i}`, when: i === 0 ? 'Now' : '', what }))
}

function makeUpsWords(enrolled: number, givesMakeUps: boolean): string {
  const get = count(enrolled, 'person of the course gets', 'people of the course get')
  return givesMakeUps
    ? `${get} one make-up each.`
    : `${get} nothing for it: this course has no make-ups. ` +
        'Add a session, or settle it by hand.'
}

function dropInWords(
  dropIns: number,
  paidMinor: number,
  { currency, locale }: { currency: string; locale: string },
): string {
  const who = count(dropIns, 'drop-in')
  if (paidMinor <= 0) return `${who} without a recorded payment: refund by hand what was paid.`
  const paid = money(paidMinor, currency, locale)
  return `${who}: ${paid} is refunded to their accounts, to be paid out at the desk.`
}
