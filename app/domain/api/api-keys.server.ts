/** Keys of other programs: made, shown once, ended, and what one opens (decision 137). */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { randomCharacters } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import type { ApiKeyForm } from './api-key-form.ts'
import { type ApiScope, scopesOf } from './api-scopes.ts'

/** More keys than this a studio does not have at once: each is a program that reads it. */
export const mostKeys = 20

export type ApiKey = {
  id: string
  name: string
  scopes: ApiScope[]
  endsOn: LocalDate | null
  createdAt: Instant
  lastUsedAt: Instant | null
}

const live = (ctx: Pick<StudioContext, 'studio' | 'now'>): SQL => sql`studio_id = ${ctx.studio.id}
  AND ended_at IS NULL AND (ends_on IS NULL OR ends_on >= ${localDate(ctx.now, ctx.studio.timeZone)})`

/** The keys that work, oldest first. */
export async function listApiKeys(ctx: StudioContext): Promise<ApiKey[]> {
  const rows = await ctx.db.all<Omit<ApiKey, 'scopes'> & { scopes: string }>(sql`
    SELECT id, name, scopes, ends_on AS endsOn, created_at AS createdAt, last_used_at AS lastUsedAt
    FROM api_keys WHERE ${live(ctx)} ORDER BY created_at, id LIMIT ${mostKeys}`)
  return rows.map((row) => ({ ...row, scopes: scopesOf(row.scopes) }))
}

/** A key as a program sends it: whose it is, which one, and 40 characters that nobody can guess. */
const keyText = (studioId: string, id: string, secret: string) => `cad_${studioId}${id}_${secret}`

const keyForm = /^cad_([0-9A-Za-z]{12})([0-9A-Za-z]{12})_([0-9A-Za-z]{40})$/

/** What a key says of itself; null for text that is none. Nothing is known to be true of it yet. */
export function readKey(text: string): { studioId: string; id: string; secret: string } | null {
  const [, studioId, id, secret] = keyForm.exec(text) ?? []
  return studioId && id && secret ? { studioId, id, secret } : null
}

export type MakeApiKeyResult =
  | { ok: true; key: string }
  | { ok: false; reason: 'made_before' | 'over_already' | 'too_many' }

/**
 * Makes a key under the form's key (twice is one) and answers it; no page shows it again. Refused
 * where the form was sent before, with a last day that is over, and above 20 that work.
 */
export async function makeApiKey(
  ctx: StaffContext,
  { key: id, name, scopes, endsOn }: ApiKeyForm,
): Promise<MakeApiKeyResult> {
  const { db, studio, now, actor } = ctx
  if (endsOn !== null && endsOn < localDate(now, studio.timeZone))
    return { ok: false, reason: 'over_already' }
  const secret = randomCharacters(40)
  const { made, there } = await batch(db, {
    made: db.run(sql`
      INSERT INTO api_keys (id, studio_id, name, scopes, secret_hash, ends_on, created_by, created_at)
      SELECT ${id}, ${studio.id}, ${name}, ${scopes.join(' ')}, ${hashSecretToken(secret)},
        ${endsOn}, ${actor.userId}, ${now}
      WHERE (SELECT count(*) FROM api_keys WHERE ${live(ctx)}) < ${mostKeys}
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'api_key.made', subjectKind: 'api_key', subjectId: id, detail: { name, scopes } },
      rightAfterChange,
    ),
    there: db.all(sql`SELECT 1 FROM api_keys WHERE studio_id = ${studio.id} AND id = ${id}`),
  })
  if (changed(made) > 0) return { ok: true, key: keyText(studio.id, id, secret) }
  return { ok: false, reason: there.length > 0 ? 'made_before' : 'too_many' }
}

/** Ends a key at once. Twice is once; one that is none of the studio's is left. */
export async function endApiKey(ctx: StaffContext, id: string): Promise<void> {
  const { db, studio, now } = ctx
  await batch(db, {
    ended: db.run(sql`UPDATE api_keys SET ended_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id} AND ended_at IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'api_key.ended', subjectKind: 'api_key', subjectId: id },
      rightAfterChange,
    ),
  })
}

/** An hour, to which it is kept when a key was used last. */
const usedMs = 3_600_000

/**
 * What a key opens in its studio; null where it is none, has ended or was typed wrong. Writes down
 * that it was used, at most once an hour.
 */
export async function openWithKey(
  ctx: StudioContext,
  { id, secret }: { id: string; secret: string },
): Promise<{ id: string; scopes: ApiScope[] } | null> {
  const which = sql`${live(ctx)} AND id = ${id} AND secret_hash = ${hashSecretToken(secret)}`
  const [row] = await ctx.db.all<{ scopes: string; lastUsedAt: Instant | null }>(
    sql`SELECT scopes, last_used_at AS lastUsedAt FROM api_keys WHERE ${which}`,
  )
  if (!row) return null
  const sinceMs = Date.parse(ctx.now) - Date.parse(row.lastUsedAt ?? '1970-01-01T00:00:00Z')
  if (Math.abs(sinceMs) >= usedMs)
    await ctx.db.run(sql`UPDATE api_keys SET last_used_at = ${ctx.now} WHERE ${which}`)
  return { id, scopes: scopesOf(row.scopes) }
}
