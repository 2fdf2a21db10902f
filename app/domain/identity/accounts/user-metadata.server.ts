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
 * Metadata with `patch` merged key by key as a value for an UPDATE, so that two changes of different
 * keys at once both stand; null takes a key away. Both sides stay as they were written: taken apart
 * by SQLite, a number would keep 15 digits.
 */
export function mergedMetadata(column: 'user_metadata' | 'app_metadata', patch: Metadata): SQL {
  const without = JSON.stringify(Object.fromEntries(Object.keys(patch).map((key) => [key, null])))
  const kept = sql`json_patch(${sql.raw(column)}, ${without})`
  const added = Object.entries(patch).filter(([, value]) => value !== null)
  if (added.length === 0) return kept
  // Behind what is kept, in its braces: json_patch would merge what lies inside.
  const text = JSON.stringify(Object.fromEntries(added)).slice(1)
  return sql`(SELECT iif(kept = '{}', '{', substr(kept, 1, length(kept) - 1) || ',') || ${text}
    FROM (SELECT ${kept} AS kept))`
}
