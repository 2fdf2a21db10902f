import { type SQL, sql } from 'drizzle-orm'

/** Metadata rides in every access token of the wire. */
export const metadataMaxCharacters = 8_192

export const fitsMetadata = (metadata: Record<string, unknown>) =>
  JSON.stringify(metadata).length <= metadataMaxCharacters

/** What only a verified address writes. */
const reserved = ['sub', 'email_verified', 'phone_verified']

/** `patch` without what nobody may say about themselves. */
export function ownMetadata(patch: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(patch).filter(([key]) => !reserved.includes(key)))
}

/** Metadata after a change: each key of `patch` replaces the one that was there, null takes it away. */
export function mergedMetadata(
  metadata: Record<string, unknown>,
  patch: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...metadata, ...patch }).filter(([, value]) => value !== null))
}

/** The same as a value for an UPDATE, so that two changes of different keys at once both stand. */
export function mergeMetadata(column: 'user_metadata' | 'app_metadata', patch: Record<string, unknown>): SQL {
  const name = sql.raw(column)
  const text = JSON.stringify(patch)
  // json_each answers true and false as numbers and text without quotes; json_patch would merge what lies inside.
  const value = sql`CASE type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'null' THEN 'null'
    WHEN 'text' THEN json_quote(value) ELSE value END`
  return sql`(SELECT json_group_object(key, json(shown)) FROM (
    SELECT key, ${value} AS shown FROM json_each(${name}) WHERE key NOT IN (SELECT key FROM json_each(${text}))
    UNION ALL SELECT key, ${value} FROM json_each(${text}) WHERE type <> 'null'))`
}
