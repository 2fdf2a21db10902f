/** Packs that are frozen with a membership of their holder ("freeze everything", R9), for its batch. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, daysBetween, type LocalDate } from '#app/values/zone.ts'
import { notStarted } from '../lot-end.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio'>

/** Days, both inclusive; open-ended without `until`. */
type Days = { from: LocalDate; until: LocalDate | null }

/** Moves the last day of lots by `days`; what has no end yet keeps none. */
const movedSql = (days: number): SQL =>
  sql`iif(expires_on = ${notStarted}, expires_on, date(expires_on, ${`${days} days`}))`

/**
 * The packs a person has, that last until the freeze begins and are in no other, pay for nothing on
 * its days and last as much longer; those of an open-ended one do so once it ends.
 */
export const freezePacksStatement = (
  { db, studio }: Ctx,
  personId: string,
  { from, until }: Days,
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE lots SET frozen_from = ${from}, frozen_until = ${until},
      expires_on = ${movedSql(until === null ? 0 : daysBetween(from, until) + 1)}
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND expires_on >= ${from}
      AND refunded_at IS NULL AND (frozen_from IS NULL OR frozen_until < ${from}) AND ${onlyIf}`)

/** Whole days of the freeze of a lot up to `until`, a day in SQL, both inclusive. */
const frozenDaysSql = (until: SQL): SQL =>
  sql`max(0, cast(julianday(${until}) - julianday(frozen_from) AS integer) + 1)`

/**
 * A membership is over after `lastDay`: packs that a freeze of it keeps frozen beyond that day pay
 * again, and last as much longer as they were frozen.
 */
export const thawPacksStatement = (
  { db, studio }: Ctx,
  { personId, membershipId }: { personId: string; membershipId: string },
  lastDay: LocalDate,
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE lots SET
      expires_on = iif(expires_on = ${notStarted}, expires_on, date(expires_on,
        (${frozenDaysSql(sql`${lastDay}`)}
          - iif(frozen_until IS NULL, 0, ${frozenDaysSql(sql`frozen_until`)})) || ' days')),
      frozen_until = iif(frozen_from <= ${lastDay}, ${lastDay}, NULL),
      frozen_from = iif(frozen_from <= ${lastDay}, frozen_from, NULL)
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND frozen_from IS NOT NULL
      AND (frozen_until IS NULL OR frozen_until > ${lastDay}) AND ${onlyIf}
      AND EXISTS (SELECT 1 FROM membership_freezes AS freeze WHERE freeze.studio_id = ${studio.id}
        AND freeze.membership_id = ${membershipId} AND freeze.from_on = lots.frozen_from
        AND freeze.until_on IS lots.frozen_until AND freeze.packs = 1)`)

/**
 * The freeze of these days, which packs were frozen with, ends with `lastDay` instead: they last as
 * long as its days. One that ends before it begins was none.
 */
export const endPackFreezeStatement = (
  { db, studio }: Ctx,
  { personId, membershipId }: { personId: string; membershipId: string },
  { from, until }: Days,
  lastDay: LocalDate,
  onlyIf: SQL,
): Statement<D1Result> => {
  const before = until === null ? 0 : daysBetween(from, until) + 1
  const after = Math.max(0, daysBetween(from, lastDay) + 1)
  const began = lastDay >= from
  return db.run(sql`
    UPDATE lots SET frozen_from = ${began ? from : null}, frozen_until = ${began ? lastDay : null},
      expires_on = ${movedSql(after - before)}
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND expires_on >= ${addDays(from, -1)}
      AND frozen_from = ${from} AND frozen_until IS ${until} AND ${onlyIf}
      AND EXISTS (SELECT 1 FROM membership_freezes AS freeze WHERE freeze.studio_id = ${studio.id}
        AND freeze.membership_id = ${membershipId} AND freeze.from_on = ${from}
        AND freeze.packs = 1)`)
}
