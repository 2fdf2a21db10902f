import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { nextAllowed } from '#app/domain/automation/quiet-hours.ts'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import { touchLead } from '#app/domain/leads/touch-lead.server.ts'
import { consentStatement } from '#app/domain/people/consents/consent-statements.server.ts'
import {
  consentTextsStatement,
  firstTextStatement,
  textsOf,
} from '#app/domain/people/consents/consent-texts.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { derivedId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { countedDays, remindHours } from './funnel-words.ts'
import { offerStatement } from './offer-queries.server.ts'
import { gotSql } from './offer-sql.server.ts'

/** Minutes after a start before somebody who did not buy is written to. */
const remindMinutes = 4 * 60

/** What the page that was opened says of itself. */
type Opened = { half?: '' | 'a' | 'b'; utm?: string }

/** Who starts: somebody the studio knows by their session, or what was typed. */
export type Starter =
  | { personId: string }
  | { name: string; email: string; phone: string; news: boolean }

export type StartResult =
  | { ok: true; start: string; packageId: string | null; planId: string | null; coupon: string }
  | { ok: false; reason: 'not_found' | 'not_live' | 'not_sold' }

/** The consent that the page of an offer asks for. */
const newsConsent = { channel: 'email', purpose: 'marketing' } as const

/**
 * Somebody starts at a live funnel: once a person, with the key that the checkout goes on with. Who
 * typed their name and address is a lead like one of a form, with their consent if they gave it, so
 * that nothing is lost where they do not buy. The same key is one start. Refused where the funnel is
 * not live, and where what it sells is not on sale.
 */
export async function startFunnel(
  ctx: StudioContext,
  slug: string,
  { key, starter, half = '', utm = '' }: Opened & { key: string; starter: Starter },
): Promise<StartResult> {
  const { db, studio } = ctx
  const { found, texts } = await batch(db, {
    found: offerStatement(ctx, slug),
    texts: consentTextsStatement(ctx),
  })
  const [funnel] = found
  if (!funnel || funnel.state === 'draft') return { ok: false, reason: 'not_found' }
  if (funnel.state !== 'live') return { ok: false, reason: 'not_live' }
  const { packageId, planId, coupon } = funnel
  if (!packageId && !planId) return { ok: false, reason: 'not_sold' }
  const start = await derivedId('funnel-key', funnel.id, key)
  const id = await derivedId('funnel-row', start)
  const row = (personId: SQL | string) =>
    startStatement(ctx, { funnel, id, start, personId, half, utm })
  if ('personId' in starter) {
    await batch(db, { start: row(starter.personId) })
  } else {
    const { name, email, phone, news } = starter
    const asks = textsOf(studio.name, texts).find(({ channel }) => channel === 'email')
    const textId = asks?.id ?? (await derivedId(studio.id, 'email-marketing', '1'))
    const touch = await touchOf(start)
    await touchLead(
      ctx,
      {
        ...{ key: touch, kind: 'form', name, email, phone, campaign: funnel.name },
        ...{ interest: funnel.headline.slice(0, 80), byName: funnel.name },
        detail: { form: funnel.name, funnelId: funnel.id, ...(utm ? { utm } : {}) },
      },
      ({ personId }) => ({
        text:
          news && asks && !asks.id
            ? firstTextStatement(ctx, { ...newsConsent, id: textId, text: asks.text })
            : null,
        news: news ? newsStatement(ctx, { personId, textId, touch }) : null,
        start: row(personId),
      }),
    )
  }
  return { ok: true, start, packageId, planId, coupon }
}

/** The touch of a lead that a start made. */
const touchOf = (start: string) => derivedId('funnel-start', start)

/**
 * A yes to news of somebody new. Anybody can type anybody's address: a member, or who has said no,
 * says yes by themselves or at the desk.
 */
const newsStatement = (
  ctx: StudioContext,
  { personId, textId, touch }: { personId: SQL; textId: string; touch: string },
) =>
  consentStatement(
    ctx,
    {
      ...newsConsent,
      ...{ personId, textId, given: true, source: 'form', sourceRef: touch, byName: '' },
    },
    sql`person.prospect = 1 AND NOT EXISTS (SELECT 1 FROM consents AS known
      WHERE known.studio_id = ${ctx.studio.id} AND known.person_id = ${personId}
        AND known.channel = 'email' AND known.purpose = 'marketing'
        AND (known.source_ref = ${touch} OR known.given = 0))`,
  )

function startStatement(
  ctx: StudioContext,
  {
    funnel,
    id,
    start,
    personId,
    half,
    utm,
  }: {
    funnel: { id: string; reminds: number }
    id: string
    start: string
    personId: SQL | string
    half: string
    utm: string
  },
): Statement<D1Result> {
  const { db, studio, now } = ctx
  const until = addMinutes(now, countedDays * 24 * 60)
  const remindAt = funnel.reminds
    ? nextAllowed(addMinutes(now, remindMinutes), studio.timeZone, remindHours)
    : null
  return db.run(sql`
    INSERT INTO funnel_starts (id, studio_id, funnel_id, person_id, key_hash, started_at, last_at,
      counts_until, reminder, remind_at, half, utm)
    SELECT ${id}, ${studio.id}, ${funnel.id}, person.id, ${hashSecretToken(start)}, ${now}, ${now},
      ${until}, ${remindAt ? 'waiting' : 'none'}, ${remindAt}, ${half}, ${utm}
    FROM people AS person WHERE person.studio_id = ${studio.id} AND person.id = ${personId}
    ON CONFLICT (studio_id, funnel_id, person_id) DO UPDATE SET key_hash = excluded.key_hash,
      last_at = excluded.last_at, counts_until = excluded.counts_until,
      remind_at = iif(funnel_starts.reminder = 'sent', funnel_starts.remind_at, excluded.remind_at),
      reminder = iif(funnel_starts.reminder = 'sent', 'sent', excluded.reminder)`)
}

/** What the checkout fills in for somebody who typed it on the page of an offer; null for others. */
export type Typed = { name: string; email: string; phone: string }

/** Minutes after a start in which the checkout fills in what was typed. */
const fillMinutes = 120

/**
 * The name, email and phone that a new person typed at this start, to fill in the checkout. Null if
 * the studio knew the address already, and some time later: its own record, which staff may have
 * filled in since, must not show up for whoever typed the address.
 */
export async function typedAtStart(ctx: StudioContext, start: string): Promise<Typed | null> {
  const { db, studio, now } = ctx
  const personId = await derivedId('lead-person', studio.id, await touchOf(start))
  const [typed] = await db.all<Typed>(sql`
    SELECT name, email, phone FROM people
    WHERE studio_id = ${studio.id} AND id = ${personId} AND prospect = 1 AND archived_at IS NULL
      AND created_at >= ${addMinutes(now, -fillMinutes)}`)
  return typed ?? null
}

/**
 * Whoever the checkout of a start is of is who started: they may have signed in meanwhile, or typed
 * another address. `checkoutKey` is the key of the checkout. Who bought at their start keeps it,
 * whoever typed their address since; where the buyer started by themselves before, theirs counts,
 * and nobody is written to about the other. Nothing for keys that are none.
 */
export async function followBuyer(
  { db, studio }: StudioContext,
  start: string,
  checkoutKey: string,
): Promise<void> {
  const buyer = sql`(SELECT checkout.person_id FROM checkouts AS checkout
    WHERE checkout.studio_id = ${studio.id} AND checkout.token_hash = ${hashSecretToken(checkoutKey)})`
  const anothers = sql`start.studio_id = ${studio.id}
    AND start.key_hash = ${hashSecretToken(start)} AND start.person_id <> ${buyer}
    AND start.paid_at IS NULL AND NOT EXISTS (SELECT 1 FROM funnels AS funnel
      WHERE funnel.studio_id = start.studio_id AND funnel.id = start.funnel_id
        AND EXISTS (SELECT 1 FROM ${gotSql} AS bought))`
  await batch(db, {
    follow: db.run(sql`
      UPDATE OR IGNORE funnel_starts AS start SET person_id = ${buyer} WHERE ${anothers}`),
    told: db.run(sql`
      UPDATE funnel_starts AS start SET reminder = 'left_out'
      WHERE ${anothers} AND start.reminder = 'waiting'`),
  })
}
