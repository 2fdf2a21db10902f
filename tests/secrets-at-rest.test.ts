import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import * as directory from '#app/db/directory.ts'
import * as directoryAuth from '#app/db/directory-auth.ts'
import * as studio from '#app/db/studio/schema.ts'

/**
 * Columns that sound as if they held something that opens something, and are neither a hash nor
 * sealed: each with why it stands there as it is (decision 45).
 */
const inClear = {
  'Shown at the door, beside the name in the same row; it opens no page.': [
    'member_codes.code',
    'tickets.code',
  ],
  'Given to many, to be passed on.': ['coupons.code', 'referral_links.code'],
  'Empty since links are sealed, which a job does with those from before.': [
    'calendar_links.token',
    'ticket_orders.token',
  ],
  'Holds a hash; of a question from before the secret, which is over after 30 days.': [
    'score_asks.token',
  ],
  'Put into each letter by the statement that queues it; it ends news and opens nothing.': [
    'unsubscribe_links.token',
  ],
  'Part of an address that letters are answered to: who has it may write, and reads nothing.': [
    'conversations.token',
  ],
  'Of no use without the key pair of the installation, which no row has.': [
    'objects.link_key',
    'push_devices.public_key',
    'push_devices.secret',
  ],
  'Of no use without the binding of the bucket.': [
    'file_versions.object_key',
    'import_jobs.object_key',
    'objects.object_key',
    'people_imports.object_key',
    'stray_objects.object_key',
    'video_parts.upload_key',
    'videos.object_key',
    'videos.upload_key',
    'videos.upload_token',
  ],
  'Half of a proof, whose other half only the program has.': ['auth_flow_states.code_challenge'],
  'What a provider or a place elsewhere calls it, a time, or whether there is one.': [
    'auth_flow_states.auth_code_at_ms',
    'auth_users.password_contested',
    'collection_steps.code',
    'payment_attempts.code',
    'videos.link',
  ],
  'Tells a row from others, and opens nothing.': [
    'arrivals.client_key',
    'automation_runs.letter_key',
    'conversation_messages.letter_key',
    'limit_counters.key',
    'metric_months.key',
    'notices.dedupe_key',
    'occurrences.recurrence_key',
    'open_items.dedupe_key',
    'outbox.dedupe_key',
    'server_settings.key',
    'ticket_orders.dedupe_key',
    'workout_logs.source_key',
  ],
}

const sounds = /(^|_)(token|secret|code|key|pin|password|link|otp|nonce|verifier)(_|$)/
/** Kept so that reading it opens nothing. */
const safe = /hash|sealed/

function columns(): string[] {
  const tables = [directory, directoryAuth, studio].flatMap((part) => Object.values(part))
  return tables
    .filter((one) => is(one, SQLiteTable))
    .flatMap((table) =>
      Object.values(getTableColumns(table as SQLiteTable)).map(
        ({ name }) => `${getTableName(table as SQLiteTable)}.${name}`,
      ),
    )
    .filter((name) => sounds.test(name.split('.')[1] ?? '') && !safe.test(name))
}

test('a column that sounds like a secret keeps a hash, is sealed, or says why it is neither', () => {
  expect([...new Set(columns())].sort()).toEqual(Object.values(inClear).flat().sort())
})
