import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { addressed } from '#app/domain/families/addressed.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { bannedSql } from '#app/domain/people/banned-sql.server.ts'
import { currentPersonSql } from '#app/domain/people/person-queries.server.ts'
import { joinProspectStatement } from '#app/domain/people/prospect-person.server.ts'
import { lotBalanceSql } from '#app/domain/places/pays-guards.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { packTransferred } from '#app/messages/memberships/pack-transferred.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'

export const transferRefusals = {
  not_found: 'This pack is gone. Open the profile again.',
  nothing_left: 'This pack has no credits left to transfer.',
  ended: 'This pack has ended. Extend it first.',
  intro: 'An intro offer is for one person and can’t be transferred.',
  refunded: 'This pack was refunded.',
  unpaid: 'This pack isn’t paid yet. Take its payment first.',
  frozen: 'This pack is frozen with a membership. End the freeze first.',
  same_person: 'They have it already. Choose someone else.',
  recipient_gone: 'This person is archived or banned. Choose someone else.',
  changed_meanwhile: 'Its credits changed meanwhile. Check the number below and try again.',
} as const

export type TransferRefusal = keyof typeof transferRefusals

export type PackToTransfer = {
  id: string
  personId: string
  name: string
  left: number
  startsOn: LocalDate
  expiresOn: LocalDate
  /** Classes that are booked with it and stay. */
  booked: number
  refunded: number
  unpaid: number
  /** By a freeze that is not over. */
  frozen: number
  intro: number
}

/** `lot` is frozen with a membership, on a day or later. */
const frozenLotSql = (today: LocalDate): SQL => sql`(lot.frozen_from IS NOT NULL
  AND (lot.frozen_until IS NULL OR lot.frozen_until >= ${today}))`

/** A pack as a transfer finds it; null where it is not this person's. */
export async function packToTransfer(
  { db, studio, now }: StudioContext,
  personId: string,
  lotId: string,
): Promise<PackToTransfer | null> {
  const [lot] = await db.all<PackToTransfer>(sql`
    SELECT lot.id, lot.person_id AS personId, package.name, lot.starts_on AS startsOn,
      lot.expires_on AS expiresOn, ${lotBalanceSql(studio.id, lotId)} AS "left",
      (SELECT count(*) FROM bookings AS b WHERE b.studio_id = lot.studio_id
        AND b.person_id = lot.person_id AND b.lot_id = lot.id AND b.state = 'booked') AS booked,
      lot.refunded_at IS NOT NULL AS refunded, lot.unpaid,
      ${frozenLotSql(localDate(now, studio.timeZone))} AS frozen, package.once_per_person AS intro
    FROM lots AS lot JOIN packages AS package ON package.id = lot.package_id
    WHERE lot.studio_id = ${studio.id} AND lot.id = ${lotId} AND lot.person_id = ${personId}`)
  return lot ?? null
}

/** Why a pack is transferred to nobody; null where it may be. */
export function transferRefusal(lot: PackToTransfer, today: LocalDate): TransferRefusal | null {
  if (lot.refunded) return 'refunded'
  if (lot.unpaid) return 'unpaid'
  if (lot.frozen) return 'frozen'
  if (lot.intro) return 'intro'
  if (lot.expiresOn < today) return 'ended'
  return lot.left < 1 ? 'nothing_left' : null
}

export type TransferResult =
  | { ok: true; name: string; credits: number }
  | { ok: false; reason: TransferRefusal }

type Party = {
  id: string
  name: string
  preferredName: string
  email: string
  guardianName: string
}

/**
 * Makes what is left of a pack somebody else's: a lot of theirs with the same days, filled by one
 * entry, while one takes it out of the first. What is booked stays booked, and what comes back of it
 * comes back to the first owner. `left` is what the page showed. The key is the new lot's id, so
 * that a double press transfers once. Both get a letter.
 */
export async function transferPack(
  ctx: StaffContext,
  personId: string,
  {
    lotId,
    toId,
    left,
    key,
    reason,
  }: { lotId: string; toId: string; left: number; key: string; reason: string },
): Promise<TransferResult> {
  const { db, studio, now, origin } = ctx
  const today = localDate(now, studio.timeZone)
  const [lot, people] = await Promise.all([
    packToTransfer(ctx, personId, lotId),
    db.all<Party>(sql`
      SELECT person.id, person.name, person.preferred_name AS preferredName, ${addressSql()}
      FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.id IN (${personId}, ${toId})`),
  ])
  const [from, to] = [personId, toId].map((id) => people.find((one) => one.id === id))
  if (!lot || !from) return { ok: false, reason: 'not_found' }
  if (toId === personId) return { ok: false, reason: 'same_person' }
  if (!to) return { ok: false, reason: 'recipient_gone' }
  const lineId = `transfer-${key}`
  const done = lineWrittenSql(lineId)
  // The new lot is filled last, so that being empty is what allows both.
  const entry = (owner: string, lotOf: string, amount: number) =>
    db.run(sql`
      INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, reason, created_at)
      SELECT ${studio.id}, ${owner}, ${lotOf}, 'transfer', ${amount}, ${reason}, ${now}
      WHERE ${done} AND NOT EXISTS (SELECT 1 FROM entries AS filled
        WHERE filled.studio_id = ${studio.id} AND filled.lot_id = ${key})`)
  const letter = (who: Party, other: Party, given: boolean) =>
    who.email === ''
      ? null
      : queueStatement(
          db,
          {
            studioId: studio.id,
            dedupeKey: `pack-transferred:${key}:${who.id}`,
            to: who.email,
            kind: 'pack-transferred',
            letter: packTransferred({
              studio,
              origin,
              given,
              pack: lot.name,
              credits: left,
              expiresOn: lot.expiresOn,
              name: addressed(who).name,
              other: other.name,
            }),
          },
          ctx.nowMs,
          done,
        )
  const { after } = await batch(db, {
    lot: db.run(sql`
      INSERT INTO lots (id, studio_id, person_id, package_id, starts_on, expires_on,
        first_use_days, started_on, extended_at, purchased_at, family)
      SELECT ${key}, lot.studio_id, ${toId}, lot.package_id, lot.starts_on, lot.expires_on,
        lot.first_use_days, lot.started_on, lot.extended_at, ${now}, lot.family
      FROM lots AS lot JOIN packages AS package ON package.id = lot.package_id
      WHERE lot.studio_id = ${studio.id} AND lot.id = ${lotId} AND lot.person_id = ${personId}
        AND lot.refunded_at IS NULL AND lot.unpaid = 0 AND NOT ${frozenLotSql(today)}
        AND package.once_per_person = 0 AND lot.expires_on >= ${today}
        AND ${left} > 0 AND ${lotBalanceSql(studio.id, lotId)} = ${left}
        AND ${currentPersonSql(ctx, toId)} AND NOT ${bannedSql(sql`${toId}`)}
      ON CONFLICT (id) DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'pack.transferred',
        subjectKind: 'person',
        subjectId: personId,
        reason,
        detail: { lotId, toId, toLotId: key, credits: left },
      },
      rightAfterChange,
    ),
    received: auditStatement(
      ctx,
      {
        action: 'pack.received',
        subjectKind: 'person',
        subjectId: toId,
        reason,
        detail: { lotId: key, fromId: personId, fromLotId: lotId, credits: left },
      },
      rightAfterChange,
    ),
    out: entry(personId, lotId, -left),
    in: entry(toId, key, left),
    joined: joinProspectStatement(ctx, sql`${toId}`, done),
    giver: letter(from, to, true),
    receiver: letter(to, from, false),
    after: db.all<{ done: number; left: number; there: number }>(sql`
      SELECT ${done} AS done, ${lotBalanceSql(studio.id, lotId)} AS "left",
        ${currentPersonSql(ctx, toId)} AND NOT ${bannedSql(sql`${toId}`)} AS there`),
  })
  const state = after[0]!
  if (state.done) return { ok: true, name: lot.name, credits: left }
  const refusal = transferRefusal({ ...lot, left: state.left }, today)
  if (refusal) return { ok: false, reason: refusal }
  return { ok: false, reason: state.there ? 'changed_meanwhile' : 'recipient_gone' }
}
