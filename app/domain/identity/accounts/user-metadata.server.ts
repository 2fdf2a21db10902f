import { type SQL, sql } from 'drizzle-orm'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { type Metadata, metadataMaxCharacters } from './metadata.ts'

export const fitsMetadata = (metadata: Metadata) =>
  JSON.stringify(metadata).length <= metadataMaxCharacters

/** Where programs keep what people are called. */
const names = [
  'name',
  'full_name',
  'display_name',
  'first_name',
  'last_name',
  'given_name',
  'family_name',
  'nickname',
  'user_name',
  'username',
  'preferred_username',
]

/** What people say about themselves, with the names in it as everybody will read them. */
export const tidyNames = (metadata: Metadata): Metadata =>
  Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [
      key,
      names.includes(key) && typeof value === 'string' ? tidyText(value) : value,
    ]),
  )

/** What only a verified address writes. */
const reserved = ['sub', 'email_verified', 'phone_verified']

/** `patch` without what nobody may say about themselves. */
export function ownMetadata(patch: Metadata): Metadata {
  return Object.fromEntries(Object.entries(patch).filter(([key]) => !reserved.includes(key)))
}

/**
 * What `mergeMetadata` answers as a value for an UPDATE, so that two changes of different keys at
 * once both stand.
 */
export function mergedMetadata(column: 'user_metadata' | 'app_metadata', patch: Metadata): SQL {
  const name = sql.raw(column)
  const text = JSON.stringify(patch)
  // json_each answers true and false as numbers and text without quotes; json_patch would merge
  // what lies inside.
  const value = sql`CASE type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false'
    WHEN 'null' THEN 'null'
    WHEN 'text' THEN json_quote(value) ELSE value END`
  return sql`(SELECT json_group_object(key, json(shown)) FROM (
    SELECT key, ${value} AS shown FROM json_each(${name})
    WHERE key NOT IN (SELECT key FROM json_each(${text}))
    UNION ALL SELECT key, ${value} FROM json_each(${text}) WHERE type <> 'null'))`
}
