/** Who pays at the end of a period, and whose intro offer ended in it. */
import { sql } from 'drizzle-orm'
import { introStayedSql } from '../../snapshots/intro-stayed-sql.server.ts'
import type { Dataset, TraitColumn } from '../dataset.ts'

const person: TraitColumn = {
  id: 'person',
  name: 'Person',
  kind: 'text',
  group: true,
  about: 'Whose it is.',
  sql: sql`person.name`,
  opens: { link: 'person', ref: sql`person.id` },
}

/**
 * What each person pays at the end of the last day: what they pay now, less what changed since, so
 * that the rows of a month that is over stay what the ledger says of it.
 */
export const paying: Dataset = {
  id: 'paying',
  name: 'Paying members',
  grain: 'a person with a paid membership on the last day',
  basis: 'What memberships come to a month, tax included.',
  snapshot: true,
  day: 'the last of the days',
  from: ({ studio }, { until }) => sql`
    FROM (SELECT each.person_id, sum(each.minor) AS minor, max(each.plans) AS plans FROM (
        SELECT recurring.person_id, recurring.paying_minor AS minor, recurring.plans
        FROM recurring_people AS recurring WHERE recurring.studio_id = ${studio.id}
        UNION ALL SELECT change.person_id, -change.amount_minor, change.plans
        FROM recurring_changes AS change
        WHERE change.studio_id = ${studio.id} AND change.day > ${until}) AS each
      GROUP BY each.person_id HAVING sum(each.minor) > 0) AS held
    JOIN people AS person ON person.id = held.person_id
    WHERE person.studio_id = ${studio.id}`,
  order: sql`held.minor DESC, held.person_id`,
  traits: [
    person,
    {
      id: 'plans',
      name: 'Plans',
      kind: 'text',
      group: true,
      about: 'The plans they have, or had.',
      sql: sql`held.plans`,
    },
  ],
  measures: [
    { id: 'people', name: 'People', kind: 'number', sql: sql`1`, about: 'How many.' },
    {
      id: 'amount',
      name: 'A month',
      kind: 'money',
      sql: sql`held.minor`,
      about: 'What their memberships come to a month.',
    },
  ],
}

const stayed = introStayedSql(sql`lot`)

export const intros: Dataset = {
  id: 'intros',
  name: 'Intro offers',
  grain: 'an intro offer of one person that ended',
  basis: '',
  snapshot: false,
  day: 'the last day of the offer',
  from: ({ studio }, { from, until }) => sql`
    FROM lots AS lot INDEXED BY lots_by_expiry JOIN people AS person ON person.id = lot.person_id
    JOIN packages AS package ON package.id = lot.package_id
    WHERE lot.studio_id = ${studio.id} AND lot.expires_on BETWEEN ${from} AND ${until}
      AND package.once_per_person = 1 AND lot.refunded_at IS NULL`,
  order: sql`lot.expires_on, lot.id`,
  traits: [
    person,
    {
      id: 'pack',
      name: 'Offer',
      kind: 'text',
      group: true,
      about: 'The intro offer.',
      sql: sql`package.name`,
    },
    {
      id: 'day',
      name: 'Last day',
      kind: 'day',
      group: true,
      about: 'The last day it could be used on.',
      sql: sql`lot.expires_on`,
    },
    {
      id: 'stayed',
      name: 'Led on',
      kind: 'text',
      group: true,
      about: 'They bought a membership or another pack up to 14 days later.',
      words: { '1': 'Yes', '0': 'No' },
      sql: sql`CAST(${stayed} AS TEXT)`,
    },
  ],
  measures: [
    { id: 'ended', name: 'Ended', kind: 'number', sql: sql`1`, about: 'How many.' },
    {
      id: 'led_on',
      name: 'Led on',
      kind: 'number',
      sql: stayed,
      about: 'Of them, those who bought something that goes on.',
    },
    {
      id: 'share',
      name: 'Led on, %',
      kind: 'share',
      formula: 'Led on ÷ ended',
      about: 'Those who stayed, of all.',
      sql: null,
      total: sql`100.0 * sum(${stayed}) / nullif(count(*), 0)`,
    },
  ],
}
