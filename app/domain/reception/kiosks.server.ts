/** Tablets at the door: made, opened once by a link, and shut. */
import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { randomCharacters } from '#app/values/id.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { type KioskProof, proofOf } from './kiosk-proof.ts'
import { kioskProofStatement } from './kiosk-settings.server.ts'

/** Nobody guesses one of 62^32. */
const secretLength = 32

/**
 * A link's secret opens no page, and a tablet's opens no second tablet: each is hashed under its
 * own name.
 */
const hashOf = (what: 'link' | 'tablet', secret: string) =>
  createHash('sha256').update(`kiosk ${what} ${secret}`).digest('base64url')

export type Kiosk = {
  id: string
  name: string
  location: string | null
  createdAt: Instant
  lastSeenAt: Instant | null
  revokedAt: Instant | null
}

export type LocationChoice = { id: string; name: string }

/** Every kiosk that can be or is open, and where one can stand. */
export async function kiosksPage(ctx: StudioContext): Promise<{
  kiosks: Kiosk[]
  locations: LocationChoice[]
  proof: KioskProof
}> {
  const { db, studio } = ctx
  const { asks, ...page } = await batch(db, {
    asks: kioskProofStatement(ctx),
    kiosks: db.all<Kiosk>(sql`
      SELECT kiosk.id, kiosk.name, location.name AS location, kiosk.created_at AS createdAt,
        kiosk.last_seen_at AS lastSeenAt, kiosk.revoked_at AS revokedAt
      FROM kiosks AS kiosk LEFT JOIN locations AS location ON location.id = kiosk.location_id
        AND location.studio_id = kiosk.studio_id
      WHERE kiosk.studio_id = ${studio.id} AND kiosk.revoked_at IS NULL
      ORDER BY kiosk.created_at DESC, kiosk.id LIMIT 50`),
    locations: db.all<LocationChoice>(
      sql`SELECT id, name FROM locations WHERE studio_id = ${studio.id} ORDER BY name LIMIT 50`,
    ),
  })
  return { ...page, proof: proofOf(asks) }
}

/**
 * Makes a kiosk; `id` is the form's key, so that sending it twice makes one. Answers the secret of
 * its link, which is kept nowhere else and opens one tablet; null where the form was sent before.
 */
export async function makeKiosk(
  ctx: StaffContext,
  { id, name, locationId }: { id: string; name: string; locationId: string | undefined },
): Promise<{ secret: string | null }> {
  const { db, studio, now, actor } = ctx
  const secret = randomCharacters(secretLength)
  const { made } = await batch(db, {
    made: db.run(sql`
      INSERT INTO kiosks (id, studio_id, name, location_id, secret_hash, created_by, created_at)
      VALUES (${id}, ${studio.id}, ${name}, (
        SELECT location.id FROM locations AS location
        WHERE location.studio_id = ${studio.id} AND location.id = ${locationId ?? ''}),
        ${hashOf('link', secret)}, ${actor.userId}, ${now})
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'kiosk.made', subjectKind: 'kiosk', subjectId: id },
      rightAfterChange,
    ),
  })
  return { secret: changed(made) > 0 ? secret : null }
}

/**
 * Another link for a kiosk: the tablet that is open shuts at once. Null where the studio has no
 * such open kiosk.
 */
export async function renewKiosk(
  ctx: StaffContext,
  id: string,
): Promise<{ secret: string } | null> {
  const { db, studio } = ctx
  const secret = randomCharacters(secretLength)
  const { renewed } = await batch(db, {
    renewed: db.run(sql`
      UPDATE kiosks SET secret_hash = ${hashOf('link', secret)}, last_seen_at = NULL
      WHERE studio_id = ${studio.id} AND id = ${id} AND revoked_at IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'kiosk.renewed', subjectKind: 'kiosk', subjectId: id },
      rightAfterChange,
    ),
  })
  return changed(renewed) > 0 ? { secret } : null
}

/** Shuts a kiosk for good. Twice is once; false where the studio has no such kiosk. */
export async function revokeKiosk(ctx: StaffContext, id: string): Promise<boolean> {
  const { db, studio, now } = ctx
  const { found } = await batch(db, {
    shut: db.run(sql`
      UPDATE kiosks SET revoked_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id} AND revoked_at IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'kiosk.revoked', subjectKind: 'kiosk', subjectId: id },
      rightAfterChange,
    ),
    found: db.all<{ id: string }>(
      sql`SELECT id FROM kiosks WHERE studio_id = ${studio.id} AND id = ${id}`,
    ),
  })
  return found.length > 0
}

const linkedSql = ({ studio }: StudioContext, secret: string): SQL =>
  sql`studio_id = ${studio.id} AND secret_hash = ${hashOf('link', secret)} AND revoked_at IS NULL`

/**
 * The kiosk that a link would open; null where it was used, replaced or shut. Looking opens
 * nothing.
 */
export async function findLinkedKiosk(
  ctx: StudioContext,
  secret: string,
): Promise<{ name: string } | null> {
  const rows = await ctx.db.all<{ name: string }>(
    sql`SELECT name FROM kiosks WHERE ${linkedSql(ctx, secret)}`,
  )
  return rows[0] ?? null
}

/**
 * Opens a tablet by its link, once: answers the tablet's own secret, or null where the link opens
 * nothing any more.
 */
export async function openKiosk(ctx: StudioContext, linkSecret: string): Promise<string | null> {
  const secret = randomCharacters(secretLength)
  const opened = await ctx.db.run(sql`
    UPDATE kiosks SET secret_hash = ${hashOf('tablet', secret)}, last_seen_at = ${ctx.now}
    WHERE ${linkedSql(ctx, linkSecret)}`)
  return changed(opened) > 0 ? secret : null
}

/** The kiosk of a tablet's secret, for a batch; nothing where it was shut. */
export const kioskStatement = (
  { db, studio }: StudioContext,
  secret: string,
): Statement<{ id: string; name: string }[]> =>
  db.all<{ id: string; name: string }>(sql`
    SELECT id, name FROM kiosks
    WHERE studio_id = ${studio.id} AND secret_hash = ${hashOf('tablet', secret)}
      AND revoked_at IS NULL`)

/**
 * A condition over `room`: it is where the kiosk stands; one that is nowhere in particular is
 * for all rooms.
 */
export const besideKioskSql = (
  { studio }: StudioContext,
  secret: string,
): SQL => sql`room.location_id = coalesce((
  SELECT kiosk.location_id FROM kiosks AS kiosk
  WHERE kiosk.studio_id = ${studio.id} AND kiosk.secret_hash = ${hashOf('tablet', secret)}),
  room.location_id)`

/** Notes that the tablet is alive, at most once a minute. */
export const kioskSeenStatement = (
  { db, studio, now }: StudioContext,
  secret: string,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE kiosks SET last_seen_at = ${now}
    WHERE studio_id = ${studio.id} AND secret_hash = ${hashOf('tablet', secret)}
      AND revoked_at IS NULL
      AND last_seen_at < ${addMinutes(now, -1)}`)
