/**
 * Whether what works automatically is at work: for the public page of an installation and for a monitor
 * that asks it. Judged by real time.
 */

/** Facts of the whole installation, in milliseconds of real time; null where there is none. */
export type StatusFacts = {
  /** When jobs last looked for work. */
  lookedAtMs: number | null
  /** When the oldest message that has not been sent was written. */
  oldestMessageMs: number | null
  /** Whether messages leave the installation at all. */
  sends: boolean
  /** When the oldest payment ended that the provider has not been heard of since. */
  oldestPaymentMs: number | null
  /** Whether cards are taken at all. */
  takesCards: boolean
}

export type Part = {
  id: 'jobs' | 'messages' | 'payments'
  name: string
  /** `off` is how the installation is set up, and no fault. */
  state: 'working' | 'late' | 'off'
  says: string
}

const minuteMs = 60_000

/** Jobs look each minute; a deployment or a slow night may take some. */
const jobsLateMs = 5 * minuteMs
/** A message is tried at once and after 1 and 5 minutes: one that waits longer does not wait alone. */
const messagesLateMs = 20 * minuteMs
/** The job that asks the provider runs every five minutes. */
const paymentsLateMs = 20 * minuteMs

function ago(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs))
  if (minutes < 1) return 'less than a minute'
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}

function jobs({ lookedAtMs }: StatusFacts, nowMs: number): Part {
  const part = { id: 'jobs', name: 'Reminders, renewals and other work of each minute' } as const
  if (lookedAtMs === null)
    return { ...part, state: 'working', says: 'Just started: the first minute has not come yet.' }
  const late = nowMs - lookedAtMs > jobsLateMs
  return {
    ...part,
    state: late ? 'late' : 'working',
    says: late
      ? `Stopped: nothing has run for ${ago(nowMs - lookedAtMs)}.`
      : `Last run ${ago(nowMs - lookedAtMs)} ago.`,
  }
}

function messages({ oldestMessageMs, sends }: StatusFacts, nowMs: number): Part {
  const part = { id: 'messages', name: 'Emails and text messages' } as const
  if (!sends)
    return { ...part, state: 'off', says: 'Kept here and not sent: no mail server is set up.' }
  if (oldestMessageMs === null) return { ...part, state: 'working', says: 'Nothing is waiting.' }
  const late = nowMs - oldestMessageMs > messagesLateMs
  return {
    ...part,
    state: late ? 'late' : 'working',
    says: `The oldest has waited for ${ago(nowMs - oldestMessageMs)}.`,
  }
}

function payments({ oldestPaymentMs, takesCards }: StatusFacts, nowMs: number): Part {
  const part = { id: 'payments', name: 'Card payments' } as const
  if (!takesCards) return { ...part, state: 'off', says: 'Studios take payments by hand here.' }
  if (oldestPaymentMs === null || oldestPaymentMs > nowMs)
    return { ...part, state: 'working', says: 'Every payment is settled or on its way.' }
  const late = nowMs - oldestPaymentMs > paymentsLateMs
  return {
    ...part,
    state: late ? 'late' : 'working',
    says: `The provider has not answered about a payment for ${ago(nowMs - oldestPaymentMs)}.`,
  }
}

/** Each part with its sentence, and whether none of them is late. */
export function statusOf(facts: StatusFacts, nowMs: number): { well: boolean; parts: Part[] } {
  const parts = [jobs(facts, nowMs), messages(facts, nowMs), payments(facts, nowMs)]
  return { well: parts.every(({ state }) => state !== 'late'), parts }
}
