/** The page of an act on a membership, for the desk and for members: what it would do, then the act. */
import { json } from '@remix-run/cloudflare'
import * as z from 'zod'
import type { HeldPlanRow } from '#app/domain/entitlements/held-plans.server.ts'
import { perInterval } from '#app/domain/entitlements/offer-words.ts'
import {
  type ActResult,
  type AskedAct,
  actOnMembership,
  previewAct,
} from '#app/domain/sales/memberships/act-on-membership.server.ts'
import {
  actButton,
  actHeads,
  actTitle,
  dueWords,
  effectWords,
  lastDayReasons,
  refusalSentence,
} from '#app/domain/sales/memberships/act-words.ts'
import {
  type ActName,
  isAct,
  type MembershipAct,
} from '#app/domain/sales/memberships/membership-acts.ts'
import { membershipPage } from '#app/domain/sales/memberships/membership-page.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { portalRules } from '#app/domain/scope/portal-rules.ts'
import type { ShellViewer } from '#app/domain/studios/shell-queries.server.ts'
import { idForm, newId } from '#app/values/id.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { count, dayLong, dayLongTime, money } from '#app/values/wording.ts'
import { addDays, daysBetween, isLocalDate, type LocalDate, localDate } from '#app/values/zone.ts'

type Asking = {
  ctx: StudioContext & { actor: Actor }
  by: AskedAct['by']
  personId: string
  membershipId: string
  act: string
  /** What the fields of the page say, in its address. */
  params: URLSearchParams
}

const dateOf = (text: string | null): LocalDate | null =>
  text !== null && isLocalDate(text) ? text : null

/** The act that the address of a page asks about, with what is usual where it says nothing. */
function askedOf(
  name: ActName,
  params: URLSearchParams,
  { today, by, row }: { today: LocalDate; by: AskedAct['by']; row: HeldPlanRow },
): MembershipAct | null {
  const earliest = by === 'desk' ? today : addDays(today, 1)
  switch (name) {
    case 'freeze': {
      const from = dateOf(params.get('from')) ?? later(earliest, row.startsOn)
      const open = params.get('open') === '1'
      const least = Math.max(row.freezeLeastDays, 14)
      return {
        act: name,
        from,
        until: open ? null : (dateOf(params.get('until')) ?? addDays(from, least - 1)),
        ...(params.get('packs') === '1' ? { packs: true } : {}),
      }
    }
    case 'unfreeze':
      return { act: name, on: dateOf(params.get('on')) ?? lastFrozenDay(row, today) }
    case 'change': {
      const planId = params.get('plan')
      return planId ? { act: name, planId } : null
    }
    case 'bill':
      return { act: name, on: dateOf(params.get('on')) ?? later(today, row.startsOn) }
    default:
      return { act: name }
  }
}

const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b)

/** Today, or the day before a freeze that has not begun: then it is taken back. */
function lastFrozenDay({ freezes }: HeldPlanRow, today: LocalDate): LocalDate {
  const newest = (JSON.parse(freezes) as { from: LocalDate }[]).at(-1)
  return newest && newest.from > today ? addDays(newest.from, -1) : today
}

/** Everything the page shows. Null where the membership is not the person's or there is no such act. */
export async function loadActPage(
  { ctx, by, personId, membershipId, act: name, params }: Asking,
  viewer: ShellViewer = null,
) {
  if (!isAct(name)) return null
  const page = await membershipPage(ctx, personId, membershipId, viewer)
  if (!page) return null
  const { row, plans, person, freezeDaysLeft, coolingUntil } = page
  const { currency, locale, timeZone, slug } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const reader = { currency, locale, today }
  const asked = askedOf(name, params, { today, by, row })
  const preview = asked && (await previewAct(ctx, { personId, membershipId, act: asked, by }))
  const quote = preview?.quote ?? null
  const to = preview?.plan?.name
  return {
    shell: page.shell,
    studio: { slug },
    act: name,
    head: actHeads[name],
    membership: { id: row.id, name: row.name },
    person: { id: person.id, name: person.name },
    intro: introOf(name, {
      row,
      freezeDaysLeft,
      by,
      refundUntil: coolingUntil && dayLong(coolingUntil, locale),
    }),
    /** What a page of cancelling may offer in a line. */
    can: {
      freeze: page.can.freeze && freezeDaysLeft >= row.freezeLeastDays,
      withdraw: page.can.withdraw,
    },
    fields: asked,
    plans:
      name === 'change'
        ? plans.map((plan) => ({
            value: plan.id,
            label: `${plan.name}, ${money(plan.priceMinor, currency, locale)} ${perInterval[plan.interval]}`,
          }))
        : [],
    refusal: quote && !quote.ok ? refusalSentence(quote, reader) : null,
    preview:
      asked && preview && quote?.ok
        ? {
            effects: effectWords(
              quote.effects,
              { name: row.name, to, ...usualOf(name, row) },
              reader,
            ),
            due: dueWords(quote, reader),
            why: quote.because ? lastDayReasons[quote.because] : packsWords(asked),
            freed: preview.freed.map(
              ({ title, localStart }) => `${title}, ${dayLongTime(localStart, locale)}`,
            ),
            button: actButton(asked, quote, reader),
            seen: preview.seen,
            key: newId(),
          }
        : null,
  }
}
/** What becomes of packs where everything is frozen. */
function packsWords(act: MembershipAct): string {
  if (act.act !== 'freeze' || !act.packs) return ''
  return act.until === null
    ? 'Packs pay for nothing until the freeze ends, and then last as much longer.'
    : `Packs pay for nothing on those days, and last ${count(daysBetween(act.from, act.until) + 1, 'day')} longer.`
}

/** Freezes change what periods cost: then each says what it would have been. */
const usualOf = (name: ActName, { priceMinor }: HeldPlanRow) =>
  name === 'freeze' || name === 'unfreeze' ? { usualMinor: priceMinor } : {}

function introOf(
  name: ActName,
  {
    row,
    freezeDaysLeft,
    by,
    refundUntil,
  }: {
    row: HeldPlanRow
    freezeDaysLeft: number
    by: AskedAct['by']
    refundUntil: string | null
  },
): string {
  const { freezeMostDays, freezeLeastDays, noticeDays } = row
  switch (name) {
    case 'freeze':
      return (
        `${freezeDaysLeft} of ${freezeMostDays} freeze days left this year. Freeze for at least ` +
        `${count(freezeLeastDays, 'day')}, from ${by === 'desk' ? 'today' : 'tomorrow'} or later.`
      )
    case 'cancel':
      return noticeDays > 0 ? `The notice is ${noticeDays} days.` : 'There is no notice.'
    case 'withdraw':
      return refundUntil
        ? `Until ${refundUntil} everything paid comes back. It ends today.`
        : 'It ends today.'
    case 'change':
      return 'A dearer plan begins today, a cheaper one with the next bill.'
    case 'bill':
      return 'From this day on each period is billed by itself. Nothing before it is.'
    default:
      return ''
  }
}

export const actForm = z.object({
  key: z.string().regex(idForm),
  seen: z.string().max(80),
  reason: z.string().overwrite(tidyText).max(200).default(''),
})

/** Does what the page showed. Its fields are in its address, what it showed in the form. */
export async function runAct(
  asking: Asking,
  form: z.output<typeof actForm>,
): Promise<ActResult | null> {
  const { ctx, by, personId, membershipId, act: name, params } = asking
  if (!isAct(name)) return null
  const page = await membershipPage(ctx, personId, membershipId)
  if (!page) return null
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const act = askedOf(name, params, { today, by, row: page.row })
  if (!act) return { ok: false, reason: 'plan_gone' }
  return actOnMembership(ctx, { personId, membershipId, act, by }, form)
}

/** Why nothing was done, on the page again. */
export function actRefused(
  { ctx }: Pick<Asking, 'ctx'>,
  result: Extract<ActResult, { ok: false }>,
) {
  const today = localDate(ctx.now, ctx.studio.timeZone)
  return json(
    { refusal: result.reason, message: sentenceOf(result, { ...ctx.studio, today }) },
    422,
  )
}

function sentenceOf(
  result: Extract<ActResult, { ok: false }>,
  reader: { today: LocalDate; locale: string },
): string {
  switch (result.reason) {
    case 'changed':
    case 'not_found':
      return 'Something has changed since you opened this page. Check what will happen now, then press again.'
    case 'ask_studio':
      return portalRules[result.rule].off
    default:
      return refusalSentence(result, reader)
  }
}

/** `Unlimited is frozen.` */
export const actDone = (act: string, name: string, to?: string): string =>
  isAct(act) ? `${actTitle({ act }, { name, to })}.` : ''
