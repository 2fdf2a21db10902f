/** A lead as a card and a row read it. Pure. */
import type { PlainFormats } from '#app/values/formats.ts'
import type { Instant } from '#app/values/instant.ts'
import { dayShortTime, money } from '#app/values/wording.ts'
import { type LostReason, lostReasons, nextWords } from '../lead-words.ts'
import type { LeadRow } from './lead-rows.server.ts'

export type LeadCard = {
  id: string
  name: string
  /** What they want, in a line. */
  wish: string
  /** What is next, and whether it is late. */
  next: { text: string; late: boolean } | null
  source: string
  owner: string
  stageId: string
  tags: string
  note: string
}

type Sources = readonly { id: string; name: string }[]

/** Words of a lead, at the time and in the ways of its studio. */
export function leadCard(
  lead: LeadRow,
  sources: Sources,
  formats: PlainFormats & { now: Instant },
): LeadCard {
  const { locale, currency } = formats
  const facts = lead.nextFacts
    ? (JSON.parse(lead.nextFacts) as { action: string; note: string })
    : null
  const next = facts && lead.nextAt ? { ...facts, at: lead.nextAt } : null
  const value = lead.valueMinor === null ? '' : money(lead.valueMinor, currency, locale)
  return {
    id: lead.id,
    name: lead.name,
    wish: [lead.interest, value].filter(Boolean).join(', '),
    next: trialNext(lead, formats) ?? nextWords({ ...lead, next }, formats),
    source: sourceWords(lead, sources),
    owner: lead.owner ?? '',
    stageId: lead.stageId,
    tags: lead.tags,
    note: noteOf(lead),
  }
}

/** Why it was lost, or how often they got in touch. */
function noteOf({ state, lostReason, touches }: LeadRow): string {
  if (state === 'lost') return lostReasons[lostReason as LostReason] ?? lostReason
  return touches > 1 ? `${touches} touches` : ''
}

/** A trial ahead is what is next. */
function trialNext({ trialOutcome, trialStart }: LeadRow, { locale }: PlainFormats) {
  if (!trialStart || (trialOutcome !== 'booked' && trialOutcome !== 'held')) return null
  const what = trialOutcome === 'booked' ? 'Trial' : 'Place held for'
  return { text: `${what} ${dayShortTime(trialStart, locale)}`, late: false }
}

/** `Website form`, or who sent them. */
export const sourceWords = (
  { sourceId, referredBy }: Pick<LeadRow, 'sourceId' | 'referredBy'>,
  sources: Sources,
): string =>
  referredBy ? `From ${referredBy}` : (sources.find(({ id }) => id === sourceId)?.name ?? '')
