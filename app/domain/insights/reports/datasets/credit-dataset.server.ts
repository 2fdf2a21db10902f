import { sql } from 'drizzle-orm'
import { localDate } from '#app/values/zone.ts'
import type { Dataset } from '../dataset.ts'
import { person } from './money-datasets.server.ts'

/** Price of the credits of `lot` that are left: what was charged, less the parts that were used. */
const chargedSql = sql`(SELECT coalesce(sum(line.amount_minor), 0) FROM open_items AS line
  WHERE line.studio_id = lot.studio_id AND line.subject_id = lot.id
    AND line.kind IN ('package','refund') AND line.state <> 'void')`
const leftSql = sql`(SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
  WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id)`
const grantedSql = sql`(SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
  WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id
    AND entry.kind IN ('grant','adjust','transfer') AND entry.booking_id IS NULL)`

export const credits: Dataset = {
  id: 'credits',
  name: 'Unused credits',
  grain: 'a pack that is not over',
  basis: 'Tax included: what was paid for a pack, by the credits of it that are left.',
  snapshot: false,
  day: 'the last day of the pack',
  from: ({ studio, now }, { from, until }) => {
    const today = localDate(now, studio.timeZone)
    return sql`
    FROM lots AS lot INDEXED BY lots_by_expiry JOIN people AS person ON person.id = lot.person_id
    JOIN packages AS package ON package.id = lot.package_id
    WHERE lot.studio_id = ${studio.id} AND lot.expires_on >= ${from > today ? from : today}
      AND lot.expires_on <= ${until} AND lot.refunded_at IS NULL AND ${leftSql} > 0`
  },
  order: sql`lot.expires_on, lot.id`,
  traits: [
    person,
    {
      id: 'pack',
      name: 'Pack',
      kind: 'text',
      group: true,
      about: 'The package.',
      sql: sql`package.name`,
    },
    {
      id: 'bought',
      name: 'Bought',
      kind: 'day',
      about: 'The day it begins on.',
      sql: sql`lot.starts_on`,
    },
    {
      id: 'day',
      name: 'Last day',
      kind: 'day',
      group: true,
      about: 'The last day it can be used on; 9999 while it has not started.',
      sql: sql`lot.expires_on`,
    },
    {
      id: 'month',
      name: 'Month it ends',
      kind: 'month',
      group: true,
      about: 'The month of its last day.',
      sql: sql`substr(lot.expires_on, 1, 7)`,
    },
  ],
  measures: [
    { id: 'packs', name: 'Packs', kind: 'number', sql: sql`1`, about: 'How many.' },
    {
      id: 'left',
      name: 'Credits left',
      kind: 'number',
      sql: leftSql,
      about: 'The balance of the ledger: classes booked ahead are spent.',
    },
    {
      id: 'charged',
      name: 'Charged',
      kind: 'money',
      sql: chargedSql,
      about: 'What the packs were sold for.',
    },
    {
      id: 'liability',
      name: 'Owed in classes',
      kind: 'money',
      about: 'What was charged for the credits that are left. Free credits are worth nothing.',
      formula: 'Charged × credits left ÷ credits bought',
      sql: sql`(${chargedSql} - ${chargedSql} * (${grantedSql} - min(${leftSql}, ${grantedSql}))
        / max(1, ${grantedSql}))`,
    },
  ],
}
