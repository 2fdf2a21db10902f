/** What tests of bookings look at, as rows. */
import { sql } from 'drizzle-orm'
import type { Person, World } from './world.ts'

/** States of a class's rows in the order of joining, `booked` × 12 told as `{ booked: 12 }`. */
export async function rosterOf(
  { db, studio }: World,
  occurrenceId: string,
): Promise<Record<string, number>> {
  const rows = await db.all<{ state: string; n: number }>(sql`
    SELECT state, count(*) AS n FROM bookings WHERE studio_id = ${studio.id} AND occurrence_id = ${occurrenceId} GROUP BY state`)
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

/** A person's row for a class. */
export async function bookingOf({ db, studio }: World, occurrenceId: string, person: Person) {
  const [row] = await db.all<{
    id: string
    state: string
    lotId: string | null
    promotedAt: string | null
    declineUntil: string | null
  }>(sql`
    SELECT id, state, lot_id AS lotId, promoted_at AS promotedAt, decline_until AS declineUntil FROM bookings
    WHERE studio_id = ${studio.id} AND occurrence_id = ${occurrenceId} AND person_id = ${person.id} ORDER BY seq DESC LIMIT 1`)
  return row
}

/** The sum of a lot's entries. */
export async function balanceOf({ db, studio }: World, lotId: string): Promise<number> {
  const [row] = await db.all<{ n: number }>(
    sql`SELECT coalesce(sum(amount), 0) AS n FROM entries WHERE studio_id = ${studio.id} AND lot_id = ${lotId}`,
  )
  return row!.n
}

/** A person's entries as `kind amount`, oldest first. */
export async function entriesOf({ db, studio }: World, person: Person): Promise<string[]> {
  const rows = await db.all<{ kind: string; amount: number }>(
    sql`SELECT kind, amount FROM entries WHERE studio_id = ${studio.id} AND person_id = ${person.id} ORDER BY seq`,
  )
  return rows.map(({ kind, amount }) => `${kind} ${amount}`)
}

/** Mail to a person, oldest first. */
export async function mailTo({ db, studio }: World, person: Person) {
  return db.all<{ kind: string; subject: string; text: string }>(sql`
    SELECT kind, subject, text FROM outbox WHERE studio_id = ${studio.id} AND recipient = ${person.email}
    ORDER BY created_at_ms, rowid`)
}

/** Notices of a person, oldest first. */
export async function noticesOf({ db, studio }: World, person: Person) {
  return db.all<{ kind: string; text: string }>(
    sql`SELECT kind, text FROM notices WHERE studio_id = ${studio.id} AND person_id = ${person.id} ORDER BY created_at, rowid`,
  )
}

/** A person's fees. */
export async function feesOf({ db, studio }: World, person: Person) {
  return db.all<{ kind: string; amountMinor: number; state: string; dueAt: string }>(sql`
    SELECT kind, amount_minor AS amountMinor, state, due_at AS dueAt FROM fees
    WHERE studio_id = ${studio.id} AND person_id = ${person.id}`)
}

/** What is in a person's account as `kind amount state`, oldest first. */
export async function accountOf({ db, studio }: World, person: Person): Promise<string[]> {
  const rows = await db.all<{ kind: string; amount: number; state: string }>(sql`
    SELECT kind, amount_minor AS amount, state FROM open_items
    WHERE studio_id = ${studio.id} AND person_id = ${person.id} ORDER BY rowid`)
  return rows.map(({ kind, amount, state }) => `${kind} ${amount} ${state}`)
}
