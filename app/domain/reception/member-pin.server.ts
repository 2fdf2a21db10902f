/** The PIN somebody types at a kiosk: a few digits, kept as a hash alone. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

/**
 * A hash under the installation's secret: anyone who reads the database alone cannot try all PINs.
 * Of two people with the same digits it differs.
 */
const hashOf = (pepper: string, personId: string, pin: string) =>
  createHmac('sha256', pepper).update(`kiosk pin ${personId} ${pin}`).digest('base64url')

/** Whether `pin` is what `hash` was made of. */
export function isPin(
  pepper: string,
  { personId, pinHash }: { personId: string; pinHash: string },
  pin: string,
): boolean {
  const [given, kept] = [Buffer.from(hashOf(pepper, personId, pin)), Buffer.from(pinHash)]
  return given.length === kept.length && timingSafeEqual(given, kept)
}

const setStatement = (
  { db, studio, now }: StudioContext,
  { personId, hash, by }: { personId: string; hash: string; by: string },
  onlyIf: SQL = sql`1`,
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO member_pins (person_id, studio_id, pin_hash, set_by, set_at)
    SELECT person.id, ${studio.id}, ${hash}, ${by}, ${now} FROM people AS person
    WHERE person.studio_id = ${studio.id} AND person.id = ${personId} AND ${onlyIf}
    ON CONFLICT (person_id) DO UPDATE SET pin_hash = excluded.pin_hash, set_by = excluded.set_by,
      set_at = excluded.set_at
    WHERE member_pins.pin_hash <> excluded.pin_hash`)

/** The person's own PIN, new or in place of another. */
export async function setOwnPin(ctx: MemberContext, pepper: string, pin: string): Promise<void> {
  const { person, actor } = ctx
  const hash = hashOf(pepper, person.id, pin)
  await batch(ctx.db, {
    set: setStatement(ctx, { personId: person.id, hash, by: actor.userId }),
  })
}

/** A PIN set at the desk, with a line that does not say it. False: the studio has no such person. */
export async function setPinAtDesk(
  ctx: StaffContext,
  pepper: string,
  { personId, pin }: { personId: string; pin: string },
): Promise<boolean> {
  const { db, studio, actor } = ctx
  const hash = hashOf(pepper, personId, pin)
  const { found } = await batch(db, {
    set: setStatement(ctx, { personId, hash, by: actor.userId }),
    audit: auditStatement(
      ctx,
      { action: 'person.pin_set', subjectKind: 'person', subjectId: personId },
      rightAfterChange,
    ),
    found: db.all(sql`SELECT 1 FROM people WHERE studio_id = ${studio.id} AND id = ${personId}`),
  })
  return (found as unknown[]).length > 0
}

/** When the person's PIN was set; no row where there is none. */
export const pinSetStatement = ({ db, studio }: StudioContext, personId: string) =>
  db.all<{ setAt: string }>(sql`
    SELECT set_at AS setAt FROM member_pins
    WHERE studio_id = ${studio.id} AND person_id = ${personId}`)
