/** A task as it is read: what needs someone, why, and by when. Pure. */
import type { PlainFormats } from '#app/values/formats.ts'
import type { Instant } from '#app/values/instant.ts'
import {
  clockTime,
  count,
  dayLong,
  dayShortTime,
  deadlineNear,
  money,
} from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import type { OpeningStep, TaskFacts, TaskKind, TaskRole } from './task-facts.ts'

export type TaskReader = PlainFormats & { now: Instant }

/** `opens` says what stands behind the link. */
type Said = { title: string; note: string; opens: string }
type Words = { [Kind in TaskKind]: (facts: TaskFacts[Kind], formats: TaskReader) => Said }

const at = (facts: { title: string; localStart: string }, { locale }: TaskReader) =>
  `${facts.title}, ${dayShortTime(facts.localStart, locale)}`

/** What became of a date of a series that meets something else. */
const clashed = {
  scheduled: 'clashes with',
  draft: 'is saved as a draft: it clashes with',
  missing: 'was not added: it clashes with',
}

/** One kind of task, one pair of sentences. */
const words: Words = {
  substitute: (facts, formats) => ({
    title: `Find a substitute for ${at(facts, formats)}`,
    note: `${facts.coachName} can’t teach it.`,
    opens: `Open the request for ${at(facts, formats)}`,
  }),
  substitute_claim: (facts, formats) => ({
    title: `${facts.claimedName} offers to cover ${at(facts, formats)}`,
    note: `Instead of ${facts.coachName}. Approve it, or ask someone else.`,
    opens: `Open the request for ${at(facts, formats)}`,
  }),
  appointment_request: (facts, formats) => ({
    title: `${facts.personName} asked for ${at(facts, formats)}`,
    note: `With ${facts.coachName}. Confirm or decline it before it starts.`,
    opens: `Open the appointment ${at(facts, formats)}`,
  }),
  course_decision: ({ title, enrolled, needs }) => ({
    title: `Decide whether ${title} takes place`,
    note: `${enrolled} of the ${needs} it needs are enrolled.`,
    opens: `Open ${title}`,
  }),
  few_booked: (facts, formats) => ({
    title:
      `${facts.title} at ${clockTime(facts.localStart, formats.locale)} has ` +
      `${facts.booked === 0 ? 'nobody' : `only ${facts.booked}`} booked`,
    note: `${facts.coachName} teaches it. Run it, or cancel it in time.`,
    opens: `Open the class ${at(facts, formats)}`,
  }),
  fees_due: ({ n, amountMinor }, { currency, locale }) => ({
    title:
      `${count(n, 'fee')}, ${money(amountMinor, currency, locale)}, ` +
      `fall${n === 1 ? 's' : ''} due today`,
    note: n === 1 ? 'It can be waived until then.' : 'Each can be waived until it falls due.',
    opens: n === 1 ? 'Open the fee' : 'Open the members',
  }),
  class_clash: (facts, formats) => ({
    title: `${at(facts, formats)}, ${clashed[facts.made ?? 'missing']} ${facts.other}`,
    note: facts.coach ? `${facts.coachName} teaches both.` : `Both are in ${facts.roomName}.`,
    opens: facts.made ? `Open the class ${at(facts, formats)}` : 'Open the calendar',
  }),
  inspection_due: ({ name, dueOn }, { locale }) => ({
    title: `Inspect ${name}`,
    note: `Due ${dayLong(dueOn, locale)}.`,
    opens: `Open ${name}`,
  }),
  qualification_ends: ({ name, kind, endsOn }, { now, timeZone, locale }) => ({
    title: `${name}’s ${kind} ${endsOn < localDate(now, timeZone) ? 'ended' : 'ends'} ${dayLong(endsOn, locale)}`,
    note: 'They were told by email. Add the new one when you have it.',
    opens: `Open what ${name} holds`,
  }),
  time_off_asked: ({ name, when }) => ({
    title: `${name} asks for time off, ${when}`,
    note: 'See what would need cover, then approve or decline it.',
    opens: `Open the time off of ${name}`,
  }),
  time_off_ended: ({ name, when }) => ({
    title: `${name} cancelled their time off, ${when}`,
    note: 'Classes that someone covers stay with the substitute. Give them back if you like.',
    opens: `Open the time off of ${name}`,
  }),
  shift_given_back: ({ name, what, when }) => ({
    title: `${name} gave back ${what}, ${when}`,
    note: 'It is open on the rota. Ask someone to take it.',
    opens: `Open the shift ${what}, ${when}`,
  }),
  stock_low: ({ name, stock, supplier }) => ({
    title: `Order ${name}`,
    note: `${stock > 0 ? `${stock} left` : 'None left'}.${supplier ? ` From ${supplier}.` : ''}`,
    opens: `Open ${name}`,
  }),
  erase_request: ({ name }) => ({
    title: `Erase ${name}, as they asked`,
    note: 'The law gives you 30 days. Invoices stay; everything that names them goes.',
    opens: `Open ${name}`,
  }),
  low_score: ({ name, score }) => ({
    title: `Talk with ${name}, who gave you ${score} of 10`,
    note: 'They were asked how likely they are to recommend you. What they wrote is under Retention, See the answers.',
    opens: `Open ${name}`,
  }),
  of_age_address: ({ name }) => ({
    title: `Ask ${name} for their own email`,
    note: 'They are 18, so their guardian can’t book for them any more, and without an email they can’t sign in.',
    opens: `Open ${name}`,
  }),
  payment_failed: ({ name, amountMinor, reference, suspended }, { currency, locale }) => ({
    title: `${name} owes ${money(amountMinor, currency, locale)} that no card pays`,
    note: suspended
      ? `Invoice ${reference}. Their membership is suspended: take the payment, or cancel it.`
      : `Invoice ${reference}. Their card is not tried again: ask them for another one.`,
    opens: `Open invoice ${reference}`,
  }),
  pay_back: ({ name, amountMinor }, { currency, locale }) => ({
    title: `Pay ${money(amountMinor, currency, locale)} back to ${name}`,
    note: 'They cancelled within the cooling-off days. It is on their account: pay it out there.',
    opens: `Open ${name}`,
  }),
  payment_disputed: ({ name, amountMinor, reason, card }, { currency, locale }) => ({
    title: `${name} disputes ${money(amountMinor, currency, locale)}. Do they keep access?`,
    note: card
      ? `Their bank says: ${reason}. Answer it with Stripe. The gift card ending ${card} that they bought is on hold meanwhile.`
      : `Their bank says: ${reason}. Answer it with Stripe, and freeze or cancel what they have if they should not come.`,
    opens: card ? 'Open the gift card' : `Open ${name}`,
  }),
  refund_failed: ({ name, amountMinor }, { currency, locale }) => ({
    title: `The refund of ${money(amountMinor, currency, locale)} to ${name} failed`,
    note: 'Their card can’t take it. It is on their account: pay it out there.',
    opens: `Open ${name}`,
  }),
  webhook_paused: ({ name }) => ({
    title: `The webhook ${name} is paused`,
    note: 'Its server did not take what was sent. Check the address, then resume it: nothing of the last 30 days is lost.',
    opens: `Open the webhook ${name}`,
  }),
  opening: ({ step, address }) => openingWords(address)[step],
  lead_next: ({ name, action, note }) => ({
    title: `${leadActions[action]} ${name}`,
    note: note || (action === 'answer' ? 'A new lead is waiting to hear from you.' : 'A lead.'),
    opens: `Open ${name}`,
  }),
}

const leadActions: Record<TaskFacts['lead_next']['action'], string> = {
  answer: 'Answer',
  call: 'Call',
  sms: 'Text',
  email: 'Email',
  meet: 'Meet',
  offer: 'Make an offer to',
  other: 'Follow up with',
}

const openingWords = (address: string): Record<OpeningStep, Said> => ({
  share: {
    title: 'Share the link to your studio',
    note: `${address} is for your website, your profiles and your door.`,
    opens: 'Open your studio’s page',
  },
  members: {
    title: 'Bring your members over',
    note: 'Import lists of people, memberships and packs from another program, or add people one by one.',
    opens: 'Open import',
  },
  coaches: {
    title: 'Invite your coaches',
    note: 'Until then you are the coach of every class.',
    opens: 'Invite a coach',
  },
  prices: {
    title: 'Check your prices',
    note: 'This is what people see before they book, and how they pay.',
    opens: 'Open your prices',
  },
  payments: {
    title: 'Decide how people pay',
    note: 'They pay at the desk until you connect Stripe. Then cards and direct debits work online, too.',
    opens: 'Open banking',
  },
  waiver: {
    title: 'Add your waiver',
    note: 'People read and sign it before they book, and the desk sees who hasn’t.',
    opens: 'Open documents to sign',
  },
  hours: {
    title: 'Add your opening hours',
    note: 'People see them with your address and how to get there.',
    opens: 'Open your location',
  },
})

/** Of several fees the first falls due then; an inspection says its date in its note. */
function dueWords(kind: TaskKind, at: string, facts: { n?: number }): string {
  if (
    ['inspection_due', 'opening', 'of_age_address', 'stock_low', 'qualification_ends'].includes(
      kind,
    )
  )
    return ''
  return kind === 'fees_due' && (facts.n ?? 1) > 1 ? `The first is due ${at}` : `Due ${at}`
}

const roleWords: Record<TaskRole, string> = {
  manager: 'For a manager',
  front_desk: 'For the front desk',
}

export type TaskWords = ReturnType<typeof taskWords>

/** The words of a row; `due` is empty where the note says the date. */
export function taskWords(
  task: {
    id: string
    kind: TaskKind
    role: TaskRole
    personId: string | null
    personName: string | null
    dueAt: Instant
    path: string
    facts: string
    state: 'open' | 'done' | 'over'
    doneAt: Instant | null
    doneByName: string
  },
  formats: TaskReader,
) {
  const { now, timeZone, locale } = formats
  const near = (instant: Instant) =>
    deadlineNear(instant, timeZone, locale, localDate(now, timeZone))
  const says = words[task.kind] as (facts: unknown, formats: TaskReader) => Said
  const overdue = task.state === 'open' && task.dueAt < now
  return {
    id: task.id,
    ...says(JSON.parse(task.facts), formats),
    path: task.path,
    due: dueWords(task.kind, near(task.dueAt), JSON.parse(task.facts)),
    overdue,
    holderId: task.personId,
    holder: task.personName ? `${task.personName} has it` : roleWords[task.role],
    open: task.state === 'open',
    done: task.doneAt && task.state === 'done' ? `${task.doneByName}, ${near(task.doneAt)}` : '',
  }
}
