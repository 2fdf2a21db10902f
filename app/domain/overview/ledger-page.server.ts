/**
 * Where credits went, for portal, its own page and its file. Joins what bookings and entitlements
 * keep.
 */

import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { countLimit, type PageNumber, toPage } from '#app/db/page.server.ts'
import type { LedgerEntry } from '#app/domain/entitlements/ledger-words.ts'
import { shortlyCalledSql } from '#app/domain/people/called-sql.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { localDate } from '#app/values/zone.ts'

const entriesAPage = 25

/** More lines than anyone has; a file is one answer. */
const linesOfFile = 5_000

type EntryRow = Omit<LedgerEntry, 'promoted' | 'fee' | 'given'> & {
  given: 0 | 1
  promotedAt: string | null
  feeMinor: number | null
  feeState: string | null
}

/**
 * A person's entries, and for each lot that ended with credits a line that says so: the entry of
 * that kind is written by a job, and what cannot be used must not be shown as left until then.
 */
function toldSql({ studio, now }: StudioContext, personId: string): SQL {
  const today = localDate(now, studio.timeZone)
  return sql`
    SELECT entry.seq, entry.kind, entry.amount, entry.created_at AS at, entry.lot_id,
      entry.booking_id, entry.kind = 'grant' AND entry.reason <> '' AND NOT EXISTS (
        SELECT 1 FROM lots AS lot JOIN open_items AS sold ON sold.studio_id = lot.studio_id
          AND sold.subject_id = coalesce(lot.sold_with, lot.id) AND sold.kind = 'package'
        WHERE lot.id = entry.lot_id) AS given
    FROM entries AS entry WHERE entry.studio_id = ${studio.id} AND entry.person_id = ${personId}
    UNION ALL
    SELECT 0, 'expire', -ended.credits, ended.expires_on || 'T23:59:59Z', ended.id, NULL, 0 FROM (
      SELECT lot.id, lot.expires_on,
        (SELECT sum(entry.amount) FROM entries AS entry
          WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id) AS credits
      FROM lots AS lot
      WHERE lot.studio_id = ${studio.id} AND lot.person_id = ${personId}
        AND lot.expires_on < ${today}) AS ended
    WHERE ended.credits > 0`
}

/**
 * Newest first, with what was left after each: summed over everything before, however few lines are
 * read.
 */
function entriesStatement(
  ctx: StudioContext,
  personId: string,
  { limit, offset }: { limit: number; offset: number },
): Statement<EntryRow[]> {
  const { db, studio } = ctx
  return db.all<EntryRow>(sql`
    SELECT line.kind, line.amount, line.left, line.at, line.given, package.name AS lotName,
      lot.expires_on AS expiresOn, b.state AS bookingState, b.ended_at AS endedAt,
      b.promoted_at AS promotedAt, class_type.name AS title, ${shortlyCalledSql('coach')} AS coach,
      o.local_start AS localStart, coalesce(b.cutoff_at, o.cutoff_at) AS cutoffAt,
      b.decline_until AS declineUntil,
      fee.amount_minor AS feeMinor, fee.state AS feeState
    FROM (
      SELECT told.*, sum(told.amount) OVER (ORDER BY told.at, told.seq) AS left
      FROM (${toldSql(ctx, personId)}) AS told
      ORDER BY told.at DESC, told.seq DESC LIMIT ${limit} OFFSET ${offset}) AS line
    CROSS JOIN lots AS lot ON lot.id = line.lot_id
    JOIN packages AS package ON package.id = lot.package_id
    LEFT JOIN bookings AS b ON b.id = line.booking_id
    LEFT JOIN occurrences AS o ON o.id = b.occurrence_id
    LEFT JOIN class_types AS class_type ON class_type.id = o.class_type_id
    LEFT JOIN people AS coach ON coach.id = o.coach_id
    LEFT JOIN fees AS fee ON fee.studio_id = ${studio.id} AND fee.booking_id = b.id
      AND line.kind = 'forfeit'
      AND fee.kind = CASE b.state WHEN 'no_show' THEN 'no_show' ELSE 'late_cancel' END
    ORDER BY line.at DESC, line.seq DESC`)
}

function toEntry({ given, promotedAt, feeMinor, feeState, ...row }: EntryRow): LedgerEntry {
  return {
    ...row,
    given: given === 1,
    promoted: promotedAt !== null,
    fee: feeMinor === null ? null : { minor: feeMinor, state: feeState ?? '' },
  }
}

/**
 * The newest lines, for a page's own batch; `toNewestEntries` reads them. One more than `limit`
 * tells of earlier ones.
 */
export function newestEntriesStatement(
  ctx: StudioContext,
  personId: string,
  limit: number,
): Statement<EntryRow[]> {
  return entriesStatement(ctx, personId, { limit: limit + 1, offset: 0 })
}

export function toNewestEntries(
  rows: readonly EntryRow[],
  limit: number,
): { entries: LedgerEntry[]; earlier: boolean } {
  return { entries: rows.slice(0, limit).map(toEntry), earlier: rows.length > limit }
}

type PageViewer = { personId: string; name: string; email: string }

/** One page of the ledger, in one batch. */
export async function ledgerPage(ctx: MemberContext, viewer: PageViewer, page: number) {
  const at: PageNumber = { page, perPage: entriesAPage }
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    items: entriesStatement(ctx, viewer.personId, {
      limit: at.perPage,
      offset: (at.page - 1) * at.perPage,
    }),
    count: ctx.db.all<{ n: number }>(
      sql`SELECT count(*) AS n
        FROM (SELECT 1 FROM (${toldSql(ctx, viewer.personId)}) LIMIT ${countLimit + 1})`,
    ),
  })
  return { shell: toShell(answer, viewer), ledger: toPage(answer, at, toEntry) }
}

/** Every line, newest first, for a file. */
export async function listAllEntries(ctx: MemberContext): Promise<LedgerEntry[]> {
  const { rows } = await batch(ctx.db, {
    rows: entriesStatement(ctx, ctx.person.id, { limit: linesOfFile, offset: 0 }),
  })
  return rows.map(toEntry)
}
