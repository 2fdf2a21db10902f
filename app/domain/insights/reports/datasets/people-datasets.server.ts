import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, instantOf } from '#app/values/zone.ts'
import { movementWords } from '../../recurring/movement.ts'
import type { Dataset, ReportPeriod } from '../dataset.ts'

/** Where an instant of the studio's days begins and ends. */
export const between = (
  { studio }: StudioContext,
  column: SQL,
  { from, until }: ReportPeriod,
): SQL => sql`
  ${column} >= ${instantOf(`${from}T00:00`, studio.timeZone)}
  AND ${column} < ${instantOf(`${addDays(until, 1)}T00:00`, studio.timeZone)}`

/** The month of an instant on the studio's wall: the edges are instants, so clock changes do not move it. */
export function monthSql(column: SQL) {
  return ({ studio }: StudioContext, { from, until }: ReportPeriod): SQL => {
    const edges: SQL[] = []
    for (let month = until.slice(0, 7); month > from.slice(0, 7); ) {
      edges.push(
        sql`WHEN ${column} >= ${instantOf(`${month}-01T00:00`, studio.timeZone)} THEN ${month}`,
      )
      month = addDays(`${month}-01`, -1).slice(0, 7)
    }
    const first = sql`${from.slice(0, 7)}`
    return edges.length === 0 ? first : sql`CASE ${sql.join(edges, sql` `)} ELSE ${first} END`
  }
}

const movementWays = { in: 'Joined or rejoined', out: 'Left', other: 'Stayed' } as const

export const movement: Dataset = {
  id: 'movement',
  name: 'Joins and leaves',
  grain: 'what changed for one person on one day',
  basis: 'What memberships come to a month, tax included.',
  snapshot: true,
  day: 'the day it changed',
  from: ({ studio }, { from, until }) => sql`
    FROM recurring_changes AS change JOIN people AS person ON person.id = change.person_id
    WHERE change.studio_id = ${studio.id} AND change.day BETWEEN ${from} AND ${until}`,
  order: sql`change.day, change.person_id`,
  traits: [
    {
      id: 'person',
      name: 'Person',
      kind: 'text',
      group: true,
      about: 'Whose memberships they are.',
      sql: sql`person.name`,
      opens: { link: 'person', ref: sql`person.id` },
    },
    {
      id: 'day',
      name: 'Day',
      kind: 'day',
      group: true,
      about: 'The first day on which it was so.',
      sql: sql`change.day`,
    },
    {
      id: 'month',
      name: 'Month',
      kind: 'month',
      group: true,
      about: 'The month of that day.',
      sql: sql`substr(change.day, 1, 7)`,
    },
    {
      id: 'what',
      name: 'What',
      kind: 'text',
      group: true,
      words: movementWords,
      about: 'Joined, upgraded, froze, left and so on.',
      sql: sql`change.kind`,
    },
    {
      id: 'way',
      name: 'Which way',
      kind: 'text',
      group: true,
      words: movementWays,
      about: 'Began to pay, left, or pays another amount.',
      sql: sql`CASE change.kind WHEN 'joined' THEN 'in' WHEN 'rejoined' THEN 'in'
        WHEN 'left' THEN 'out' ELSE 'other' END`,
    },
    {
      id: 'plans',
      name: 'Plans',
      kind: 'text',
      group: true,
      about: 'The plans they have, or had.',
      sql: sql`change.plans`,
    },
  ],
  measures: [
    {
      id: 'changes',
      name: 'Changes',
      kind: 'number',
      sql: sql`1`,
      about: 'How many.',
    },
    {
      id: 'people',
      name: 'People',
      kind: 'number',
      sql: null,
      about: 'Different people among them.',
      total: sql`count(DISTINCT change.person_id)`,
    },
    {
      id: 'amount',
      name: 'A month',
      kind: 'money',
      sql: sql`change.amount_minor`,
      about: 'What recurring revenue went up or down by.',
    },
  ],
}

const leadStates = { open: 'Open', nurture: 'For later', won: 'Joined', lost: 'Lost' } as const
const reached = (column: SQL) => sql`(${column} IS NOT NULL)`

export const leads: Dataset = {
  id: 'leads',
  name: 'Leads',
  grain: 'someone who got in touch, once for each time they did',
  basis: '',
  snapshot: false,
  day: 'the day they got in touch',
  from: (ctx, period) => sql`
    FROM leads AS lead INDEXED BY leads_by_created
    JOIN people AS person ON person.id = lead.person_id
    LEFT JOIN lead_sources AS source ON source.studio_id = lead.studio_id
      AND source.id = lead.source_id
    LEFT JOIN lead_stages AS stage ON stage.studio_id = lead.studio_id AND stage.id = lead.stage_id
    LEFT JOIN people AS owner ON owner.id = lead.owner_id
    WHERE lead.studio_id = ${ctx.studio.id} AND ${between(ctx, sql`lead.created_at`, period)}`,
  order: sql`lead.created_at, lead.id`,
  traits: [
    {
      id: 'person',
      name: 'Person',
      kind: 'text',
      about: 'Who got in touch.',
      sql: sql`person.name`,
      opens: { link: 'person', ref: sql`person.id` },
    },
    {
      id: 'at',
      name: 'Got in touch',
      kind: 'instant',
      about: 'The first time.',
      sql: sql`lead.created_at`,
    },
    {
      id: 'month',
      name: 'Month',
      kind: 'month',
      group: true,
      about: 'The month they got in touch.',
      sql: monthSql(sql`lead.created_at`),
    },
    {
      id: 'source',
      name: 'Source',
      kind: 'text',
      group: true,
      about: 'Where they came from.',
      sql: sql`coalesce(source.name, '')`,
    },
    {
      id: 'stage',
      name: 'Stage',
      kind: 'text',
      group: true,
      about: 'How far it went, as it is now.',
      sql: sql`coalesce(stage.name, '')`,
    },
    {
      id: 'state',
      name: 'State',
      kind: 'text',
      group: true,
      words: leadStates,
      about: 'Open, kept for later, joined or lost.',
      sql: sql`lead.state`,
    },
    {
      id: 'lost',
      name: 'Why lost',
      kind: 'text',
      group: true,
      about: 'The reason that was given.',
      sql: sql`lead.lost_reason`,
    },
    {
      id: 'owner',
      name: 'Owner',
      kind: 'text',
      group: true,
      about: 'Whose lead it is.',
      sql: sql`coalesce(owner.name, '')`,
    },
  ],
  measures: [
    { id: 'leads', name: 'Leads', kind: 'number', sql: sql`1`, about: 'How many.' },
    {
      id: 'contacted',
      name: 'Contacted',
      kind: 'number',
      about: 'Of them, those you answered.',
      sql: reached(sql`lead.contacted_at`),
    },
    {
      id: 'trials',
      name: 'Trials booked',
      kind: 'number',
      about: 'Of them, those who booked a trial.',
      sql: reached(sql`lead.trial_booked_at`),
    },
    {
      id: 'attended',
      name: 'Trials attended',
      kind: 'number',
      about: 'Of them, those who came to it.',
      sql: reached(sql`lead.trial_attended_at`),
    },
    {
      id: 'joined',
      name: 'Joined',
      kind: 'number',
      sql: sql`(lead.state = 'won')`,
      about: 'Of them, those who joined.',
    },
    {
      id: 'rate',
      name: 'Joined, %',
      kind: 'rate',
      formula: 'Joined ÷ leads',
      about: 'Those who joined, of all.',
      sql: null,
      total: sql`100.0 * sum(lead.state = 'won') / nullif(count(*), 0)`,
    },
  ],
}
