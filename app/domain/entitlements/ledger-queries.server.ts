import { sql } from 'drizzle-orm'
import { type Page, page } from '#app/db/page.server.ts'
import type { StudioContext } from '#app/domain/studios/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/** One entry, with what its sentence names. */
export type LedgerRow = {
  seq: number
  kind: 'grant' | 'book' | 'return' | 'forfeit' | 'expire' | 'revoke' | 'adjust' | 'transfer'
  /** Credits, signed. */
  amount: number
  /** Credits of all lots after this entry: the sum of the entries so far. */
  balance: number
  lotName: string
  reason: string
  createdAt: Instant
  /** The class, where a booking caused the entry. */
  title: string | null
  localStart: LocalDateTime | null
  bookingState: string | null
  /** When the person could last cancel free, for the sentence of a late one. */
  cutoffAt: Instant | null
}

/** A person's credits ledger, newest first. The running balance is summed over all entries, not over the page. */
export function listLedger(
  { db, studio }: StudioContext,
  personId: string,
  at: { page: number; perPage: number },
): Promise<Page<LedgerRow>> {
  return page<LedgerRow, LedgerRow>(
    db,
    {
      select: sql`line.seq, line.kind, line.amount, line.balance, k.name AS lotName, line.reason, line.created_at AS createdAt,
        t.name AS title, o.local_start AS localStart, b.state AS bookingState, o.cutoff_at AS cutoffAt`,
      from: sql`(
          SELECT i.*, sum(i.amount) OVER (ORDER BY i.seq) AS balance FROM entries AS i
          WHERE i.studio_id = ${studio.id} AND i.person_id = ${personId}) AS line
        JOIN lots AS l ON l.id = line.lot_id JOIN packages AS k ON k.id = l.package_id
        LEFT JOIN bookings AS b ON b.id = line.booking_id LEFT JOIN occurrences AS o ON o.id = b.occurrence_id
        LEFT JOIN class_types AS t ON t.id = o.class_type_id`,
      where: sql`1`,
      orderBy: sql`line.seq DESC`,
    },
    at,
    (row) => row,
  )
}
