import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { ImportedLead } from '#app/domain/leads/import-leads.server.ts'
import { emailKey, phoneKey } from '#app/domain/leads/lead-keys.ts'
import { liveSql } from '#app/domain/leads/lead-sql.server.ts'
import {
  type LeadSetting,
  leadSetting,
} from '#app/domain/leads/pipelines/pipeline-queries.server.ts'
import { firstPipeline, stageOfKind } from '#app/domain/leads/stages.ts'
import { reachedAtSql } from '#app/domain/people/consents/unreachable-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { derivedId } from '#app/values/id.ts'
import { foldName } from '#app/values/text/fold.ts'
import { instantOf, localDate } from '#app/values/zone.ts'
import { type PreparedLead, stageNamed } from './prepare-leads.ts'

export type MatchedLead = PreparedLead &
  ImportedLead & {
    /** What of the lead, or of a prospect, is empty and the file knows. */
    filled: Record<string, string>
    /** The file names a stage that the studio has not. */
    otherStage: boolean
  }

type Known = { value: string; id: string; name: string; archived: number; prospect: number } & {
  email: string
  phone: string
}
type Live = { id: string; personId: string; interest: string; campaign: string; times: string }

/** Rows asked about in one trip. */
const atOnce = 1_000

/**
 * Who of these rows the studio knows, and what each becomes: a touch of the open lead of its person,
 * else a lead. The address decides, then the number. A row that says what a row of an earlier file
 * said is that touch, and changes nothing.
 */
export async function matchLeads(
  ctx: StudioContext,
  rows: readonly PreparedLead[],
): Promise<MatchedLead[]> {
  const { studio } = ctx
  const setting = await leadSetting(ctx)
  const touches = await Promise.all(
    rows.map(({ line: _, kind: __, ...said }) =>
      derivedId('lead-row', studio.id, JSON.stringify(said)),
    ),
  )
  const ids = await Promise.all(
    touches.map(async (touch) => ({
      person: await derivedId('lead-person', studio.id, touch),
      lead: await derivedId('lead', studio.id, touch),
    })),
  )
  const known = await knownOf(ctx, rows, touches)
  const matched: MatchedLead[] = []
  for (const [i, row] of rows.entries()) {
    const touchId = touches[i]!
    const email = emailKey(row.email)
    const phone = phoneKey(row.phone, studio.locale)
    const byEmail = email === null ? undefined : known.people.get(`email:${email}`)
    const byPhone = phone === null ? undefined : known.people.get(`phone:${phone}`)
    const person = byEmail ?? byPhone
    const personId = person?.id ?? ids[i]!.person
    const live = known.live.get(personId)
    const done = known.touches.has(touchId)
    const taken = live ? 'filled' : 'added'
    const outcome = done ? 'unchanged' : taken
    const filled = outcome === 'unchanged' ? {} : emptyOf(row, person, live)
    const leadId = live?.id ?? ids[i]!.lead
    matched.push({
      ...row,
      ...placeOf(row, setting, ctx),
      ...{ touchId, personId, leadId, outcome, filled },
      newPerson: person || done ? 0 : 1,
      emailKey: email,
      phoneKey: phone,
      otherId: byEmail && byPhone && byEmail.id !== byPhone.id ? byPhone.id : null,
    })
    if (done) continue
    // Later rows of the same person meet them as the studio will know them by then.
    const { email: at, phone: number, interest, campaign, times } = row
    const here: Person = person
      ? Object.assign(person, filled)
      : { id: personId, prospect: 1, email: at, phone: number }
    if (email !== null && !byEmail) known.people.set(`email:${email}`, here)
    if (phone !== null && !byPhone) known.people.set(`phone:${phone}`, here)
    if (live) Object.assign(live, filled)
    else known.live.set(personId, { id: leadId, interest, campaign, times })
    known.touches.add(touchId)
  }
  return matched
}

type Person = { id: string; prospect: number; email: string; phone: string }

async function knownOf(
  ctx: StudioContext,
  rows: readonly PreparedLead[],
  touchIds: readonly string[],
) {
  const people = new Map<string, Person>()
  const live = new Map<string, Omit<Live, 'personId'>>()
  const touches = new Set<string>()
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce)
    const found = await batch(
      ctx.db,
      knownStatements(ctx, some, touchIds.slice(from, from + atOnce)),
    )
    const names = new Map(
      some.flatMap((row) => [
        [`email:${row.email}`, row.name],
        [`phone:${row.phone}`, row.name],
      ]),
    )
    // Whom an address is of by an earlier post comes first; else as a post finds them.
    for (const [kind, keyed, others] of [
      ['email', found.emailKeys, found.emails],
      ['phone', found.phoneKeys, found.phones],
    ] as const) {
      for (const one of keyed) people.set(`${kind}:${one.value}`, one)
      const best = [...others].sort(
        (a, b) =>
          a.archived - b.archived ||
          Number(isNamed(b, names.get(`${kind}:${b.value}`))) -
            Number(isNamed(a, names.get(`${kind}:${a.value}`))),
      )
      for (const one of best)
        if (!people.has(`${kind}:${one.value}`)) people.set(`${kind}:${one.value}`, one)
    }
    for (const { id } of found.touches) touches.add(id)
  }
  const personIds = [...new Set([...people.values()].map(({ id }) => id))]
  for (let from = 0; from < personIds.length; from += atOnce) {
    const { leads } = await batch(ctx.db, {
      leads: ctx.db.all<Live>(sql`
        SELECT lead.id, lead.person_id AS personId, lead.interest, lead.campaign,
          lead.preferred_times AS times
        FROM json_each(${JSON.stringify(personIds.slice(from, from + atOnce))}) AS input
        CROSS JOIN leads AS lead ON lead.studio_id = ${ctx.studio.id}
          AND lead.person_id = input.value AND ${liveSql('lead')}`),
    })
    for (const lead of leads) live.set(lead.personId, lead)
  }
  return { people, live, touches }
}

const isNamed = ({ name }: Known, said = '') => foldName(name) === foldName(said)

function knownStatements(
  ctx: StudioContext,
  rows: readonly PreparedLead[],
  touchIds: readonly string[],
) {
  const { db, studio } = ctx
  const json = (values: readonly (string | null)[]) =>
    JSON.stringify([...new Set(values.filter(Boolean))])
  const emails = json(rows.map(({ email }) => emailKey(email)))
  const phones = json(rows.map(({ phone }) => phoneKey(phone, studio.locale)))
  const columns = sql`person.id, person.name, person.archived_at IS NOT NULL AS archived,
    person.prospect, person.email, person.phone`
  const keyed = (kind: 'email' | 'phone', values: string) =>
    db.all<Known>(sql`
      SELECT input.value, ${columns} FROM json_each(${values}) AS input
      CROSS JOIN lead_keys AS key ON key.studio_id = ${studio.id} AND key.kind = ${kind}
        AND key.value = input.value
      CROSS JOIN people AS person ON person.id = key.person_id AND person.studio_id = ${studio.id}`)
  return {
    emailKeys: keyed('email', emails),
    phoneKeys: keyed('phone', phones),
    emails: db.all<Known>(sql`
      SELECT input.value, ${columns} FROM json_each(${emails}) AS input CROSS JOIN people AS person
        ON person.studio_id = ${studio.id} AND person.email = input.value`),
    phones: db.all<Known>(sql`
      SELECT ${reachedAtSql(ctx, 'sms')} AS value, ${columns} FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.phone <> '' AND ${phones} <> '[]'
        AND ${reachedAtSql(ctx, 'sms')} IN (SELECT value FROM json_each(${phones}))`),
    touches: db.all<{ id: string }>(sql`
      SELECT touch.id FROM json_each(${JSON.stringify(touchIds)}) AS input
      CROSS JOIN lead_touches AS touch ON touch.studio_id = ${studio.id}
        AND touch.id = input.value`),
  }
}

/** Of the lead what it does not say, and of a prospect how to reach them. */
function emptyOf(
  row: PreparedLead,
  person: Person | undefined,
  live: Omit<Live, 'personId'> | undefined,
): Record<string, string> {
  const of = (known: Record<string, string>, fields: readonly ('email' | 'phone' | 'interest')[]) =>
    fields.filter((field) => known[field] === '' && row[field] !== '')
  const names = [
    ...(person?.prospect === 1
      ? of(person as unknown as Record<string, string>, ['email', 'phone'])
      : []),
    ...(live
      ? (['interest', 'campaign', 'times'] as const).filter((f) => live[f] === '' && row[f] !== '')
      : []),
  ]
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

/** Looks up a row's stage, source and owner by name; a lead without them starts like any new one. */
function placeOf(
  row: PreparedLead,
  { pipelines, sources, staff }: LeadSetting,
  ctx: StudioContext,
) {
  const named = row.stage === '' ? undefined : stageNamed(row.stage, pipelines)
  const stage =
    named ?? stageOfKind(pipelines[0] ?? firstPipeline, 'new') ?? pipelines[0]?.stages[0]
  const same = (a: string, b: string) => foldName(a) === foldName(b)
  const source = sources.find(({ name }) => same(name, row.source))
  const owner = row.owner === '' ? undefined : staff.find(({ name }) => same(name, row.owner))
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const earlier = row.firstTouchOn !== '' && row.firstTouchOn < today
  const createdAt = earlier ? instantOf(`${row.firstTouchOn}T12:00`, ctx.studio.timeZone) : ctx.now
  const said = (name: string, value: string) => (value === '' ? [] : [`${name}: ${value}`])
  return {
    pipelineId: stage?.pipelineId ?? firstPipeline.id,
    stageId: stage?.id ?? '',
    stageKind: stage?.kind ?? ('new' as const),
    sourceId: source?.id ?? sources.find(({ id }) => id === 'import')?.id ?? '',
    ownerId: owner?.id ?? null,
    createdAt,
    // Who got in touch before today, or is further than new, was answered elsewhere.
    answered: earlier || (stage !== undefined && stage.kind !== 'new') ? 1 : 0,
    otherStage: row.stage !== '' && !named,
    text: [
      row.text,
      ...(source ? [] : said('Source', row.source)),
      ...(owner ? [] : said('Owner', row.owner)),
      ...(named ? [] : said('Stage', row.stage)),
    ]
      .filter(Boolean)
      .join('\n'),
  }
}
