import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { addDays, instantOf, type LocalDate, localDate } from '#app/values/zone.ts'
import type { PeopleImport } from '../import-queries.server.ts'
import type { RefusedRow } from '../prepared-row.ts'
import { type Asking, askCame, askInterval, askOffer } from './ask-about-file.ts'
import { cardCodeRefusals } from './card-codes.server.ts'
import { type FileFamilies, familyRefusal, fileFamilies } from './file-families.ts'
import { offerFinder } from './find-offer.ts'
import type { Holder, MembershipFacts } from './holding-facts.ts'
import { holdingIds, isByAddress } from './holding-ids.server.ts'
import { offersOf, plansHeld, thereOf } from './holding-queries.server.ts'
import {
  type HeldReason,
  heldReasons,
  type Question,
  type Watched,
  watchedHeld,
} from './holding-words.ts'
import { cameOf, intervalOf } from './known-words.ts'
import { matchHolders } from './match-holders.server.ts'
import { placeMembership, reasonsOf } from './place-membership.ts'
import type { PreparedHolding } from './prepare-holdings.ts'
import { secondsOf } from './second-contracts.ts'

/** A row that comes over, as its step writes it: `row` are the columns by their names here. */
export type ReadyHolding = {
  line: number
  name: string
  kind: 'ready'
  /** The row that it becomes, the same whenever the file says the same. */
  id: string
  outcome: 'added' | 'unchanged'
  who: Holder
  other: Holder | null
  row: Record<string, string | number | null>
}

export type JudgedHoldings = {
  rows: ReadyHolding[]
  refused: RefusedRow[]
  questions: Question[]
  watch: Watched[]
  nothing: Record<string, number>
}

type Kept =
  | { ready: Omit<ReadyHolding, 'line' | 'name' | 'kind' | 'id' | 'outcome' | 'who'> }
  | { held: HeldReason }
  | { waits: true }
  | { nothing: string }
  | { refused: string }

/**
 * What becomes of each row: whose it is, which plan or pack of the studio it is of, and what has to
 * be decided first. Nothing is written. Rows that say what is here already are unchanged.
 */
export async function judgeHoldings(
  ctx: StudioContext,
  job: Pick<PeopleImport, 'kind' | 'source' | 'decisions'>,
  prepared: readonly PreparedHolding[],
): Promise<JudgedHoldings> {
  const { studio } = ctx
  const offers = await offersOf(ctx, job.kind)
  const several = new Set<Holder>()
  const people = await matchHolders(
    ctx,
    job.source,
    prepared.flatMap(({ who, facts }) => [who, ...othersOf(facts)]),
    several,
  )
  const findOffer = offerFinder(offers, job.decisions)
  const ids = await holdingIds(ctx, job, prepared, { people, findOffer })
  const there = await thereOf(ctx, job.kind, ids)
  const judge: Judge = {
    ...{ ctx, job, offers, findOffer, people },
    today: localDate(ctx.now, studio.timeZone),
    questions: new Map(),
    plansOf: job.kind === 'memberships' ? await plansHeld(ctx, prepared, people) : new Map(),
    seconds: secondsOf(prepared, findOffer, people),
    codes: await cardCodeRefusals(ctx, prepared, ids),
    families: fileFamilies(job.kind === 'families' ? ids : []),
  }
  const judged: JudgedHoldings = { rows: [], refused: [], questions: [], watch: [], nothing: {} }
  const notHereSaid = job.kind === 'levels' ? notHereByName : notHere
  const leave = (row: PreparedHolding, why: string, held?: HeldReason) =>
    judged.refused.push({
      ...{ line: row.line, name: row.name, column: '', value: row.facts.word, why },
      ...(held ? { held } : {}),
    })
  const lines = new Map<string, number>()
  for (const [i, row] of prepared.entries()) {
    const { line, who } = row
    const person = people.get(who)
    const first = person && isByAddress(row) ? lines.get(ids[i]!) : undefined
    if (first !== undefined) {
      leave(row, `The same as line ${first}`)
      continue
    }
    lines.set(ids[i]!, line)
    const name = person?.name ?? row.name
    const watch = (list: Watched['list'], why: string) => {
      if (job.kind === 'memberships') judged.watch.push({ line, name, list, why })
    }
    const kept = keep(judge, row, ids[i]!, there.has(ids[i]!))
    if ('waits' in kept) {
      leave(row, 'Waits for your answer above')
      watch('never', `“${row.facts.word}” is not matched to a plan`)
    } else if (!person) {
      leave(row, several.has(who) ? severalHere : notHereSaid)
      watch('never', 'Isn’t here, so nobody bills the contract')
    } else if ('nothing' in kept) {
      judged.nothing[kept.nothing] = (judged.nothing[kept.nothing] ?? 0) + 1
      if (kept.nothing === 'left') watch('never', `“${row.facts.word}” is left out`)
    } else if ('refused' in kept) {
      leave({ ...row, name }, kept.refused)
    } else if ('held' in kept) {
      leave({ ...row, name }, heldReasons[kept.held].row, kept.held)
      const twice = kept.held === 'second' || kept.held === 'has_plan'
      watch(twice ? 'twice' : 'never', watchedHeld(kept.held))
    } else {
      const outcome = there.has(ids[i]!) ? 'unchanged' : 'added'
      judged.rows.push({
        ...{ line, name, kind: 'ready', id: ids[i]!, outcome, who },
        ...kept.ready,
      })
      if (row.facts.kind === 'memberships')
        for (const one of watchedRow(judge, row.facts, kept.ready.row)) watch(one.list, one.why)
    }
  }
  judged.questions = [...judge.questions.values()]
  return judged
}

const notHere = 'Nobody here has this number, barcode or email. Import the list of people first'

const severalHere =
  'Several people have this address, and none of them this name. Write the name as it is here, or add their number'

const notHereByName =
  'Nobody here has this number, barcode, email or name, or several have it. Add a number or email, or import the list of people first'

const othersOf = (facts: PreparedHolding['facts']): Holder[] => {
  if (facts.kind === 'families') return [facts.other]
  return facts.kind === 'memberships' && facts.payer ? [facts.payer] : []
}

type Judge = Asking & {
  ctx: StudioContext
  people: Awaited<ReturnType<typeof matchHolders>>
  today: LocalDate
  /** Names of plans that somebody has here, by their id, and the ids of those memberships. */
  plansOf: Map<string, { name: string; id: string }[]>
  seconds: ReadonlySet<PreparedHolding>
  families: FileFamilies
  /** Why cards don't come over, by their lines. */
  codes: ReadonlyMap<number, string>
}

function keep(judge: Judge, row: PreparedHolding, id: string, isThere: boolean): Kept {
  const { facts } = row
  const doubtful = judge.people.get(row.who)?.otherName && !isThere
  const { ctx, people } = judge
  const decided = (reason: HeldReason) => {
    const { decisions } = judge.job
    return (decisions[`${reason}:${row.line}`] || decisions[reason]) === 'yes'
  }
  if (doubtful && !decided('other_name')) return { held: 'other_name' }
  switch (facts.kind) {
    case 'packs': {
      const offer = askOffer(judge, facts.word)
      if (!offer || offer === 'left') return offer ? { nothing: 'left' } : { waits: true }
      if (facts.expiresOn === '' && !isThere && !decided('no_expiry')) return { held: 'no_expiry' }
      const own = offer.fixedUntil ?? addDays(judge.today, offer.validDays)
      const boughtOn = facts.boughtOn || facts.startsOn
      const bought = boughtOn !== '' && boughtOn < judge.today ? boughtOn : null
      return ready({
        packageId: offer.id,
        credits: facts.remaining,
        startsOn: facts.startsOn || bought || judge.today,
        expiresOn: facts.expiresOn || own,
        purchasedAt: bought ? instantOf(`${bought}T12:00`, ctx.studio.timeZone) : ctx.now,
        reason:
          facts.classes > 0
            ? `Brought over: ${facts.remaining} of ${facts.classes} left of ${facts.word}`
            : `Brought over: ${facts.word}`,
      })
    }
    case 'memberships':
      return keepMembership(judge, row, facts, { id, isThere, decided })
    case 'balances': {
      const refusal = isThere ? undefined : judge.codes.get(row.line)
      if (refusal) return { refused: refusal }
      return ready({
        amountMinor: facts.minor,
        card: facts.card || null,
        reason: 'Balance brought over',
      })
    }
    case 'visits': {
      const came = cameOf(facts.word) ?? askCame(judge, facts.word)
      if (came === null) return { waits: true }
      if (!came) return { nothing: 'absent' }
      return ready({
        at: instantOf(`${facts.on}T${facts.at || '12:00'}`, ctx.studio.timeZone),
        what: facts.className,
      })
    }
    case 'levels': {
      const level = askOffer(judge, facts.word)
      if (!level || level === 'left') return level ? { nothing: 'left' } : { waits: true }
      const { on: onDate, examiner, stripes } = facts
      return ready({ levelId: level.id, onDate, examiner, stripes })
    }
    case 'families': {
      const other = people.get(facts.other)
      if (!other)
        return { refused: 'The second person isn’t here. Import the list of people first' }
      const { relation, back } = facts.tie
      const tied = facts.relation === 'other' && { relation, back: back ? 1 : 0 }
      const refusal = tied ? null : familyRefusal(judge.families, id)
      if (refusal) return { refused: refusal }
      const row = tied || { looksAfter: facts.relation === 'guardian' ? 1 : 0 }
      return { ready: { other: facts.other, row } }
    }
  }
}

const ready = (row: ReadyHolding['row']): Kept => ({ ready: { other: null, row } })

function keepMembership(
  judge: Judge,
  row: PreparedHolding,
  facts: MembershipFacts,
  { id, isThere, decided }: { id: string; isThere: boolean; decided(reason: HeldReason): boolean },
): Kept {
  const { today, people } = judge
  const offer = askOffer(judge, facts.word)
  const interval =
    facts.frequency === ''
      ? (offer && offer !== 'left' && offer.interval) || 'other'
      : (intervalOf(facts.frequency) ?? askInterval(judge, facts.frequency))
  if (!offer) return { waits: true }
  if (offer === 'left') return { nothing: 'left' }
  if (interval === null) return { waits: true }
  const person = people.get(row.who)
  const holds = (judge.plansOf.get(person?.id ?? '') ?? []).some(
    (held) => held.name === offer.name && held.id !== id,
  )
  const terms = { planInterval: offer.interval, interval, today }
  const own = reasonsOf(facts, terms)
  const payer = facts.payer ? people.get(facts.payer) : null
  const reasons: HeldReason[] = [
    ...(judge.seconds.has(row) ? (['second'] as const) : []),
    ...(holds && !judge.seconds.has(row) ? (['has_plan'] as const) : []),
    ...(facts.payer && !payer ? (['payer_unknown'] as const) : []),
    ...own,
  ]
  const open = isThere ? undefined : reasons.find((reason) => !decided(reason))
  if (open) return { held: open }
  const byHand = reasons.some((reason) => reason !== 'payer_unknown')
  const placed = placeMembership(facts, { planInterval: offer.interval, today, byHand })
  return {
    ready: {
      other: payer ? facts.payer : null,
      row: {
        ...placed,
        planId: offer.id,
        priceMinor: facts.priceMinor ?? offer.priceMinor,
        ownPrice: facts.priceMinor !== null && facts.priceMinor !== offer.priceMinor ? 1 : 0,
        byHand: byHand ? 1 : 0,
        beside: reasons.includes('second') || reasons.includes('has_plan') ? 1 : 0,
      },
    },
  }
}

function watchedRow(
  { today, ctx }: Judge,
  { nextOn, endsOn }: MembershipFacts,
  row: ReadyHolding['row'],
): Pick<Watched, 'list' | 'why'>[] {
  const { locale } = ctx.studio
  if (row.byHand === 1)
    return [{ list: 'never', why: 'Billed by hand until you set the day of the next bill' }]
  if (row.nextOn === null && endsOn !== '') {
    const day = dayMonthYear(endsOn, locale)
    return [{ list: 'never', why: `Ends on ${day}, before another payment is due` }]
  }
  if (row.priceMinor === 0) return [{ list: 'never', why: 'Costs nothing' }]
  if (nextOn === today)
    return [{ list: 'twice', why: 'Is billed here today. Check that it isn’t billed there too' }]
  return []
}
