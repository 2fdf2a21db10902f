import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { TouchKind } from '#app/db/studio/leads-words.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import {
  fillProspectStatement,
  personOfEmailSql,
  personOfPhoneSql,
  prospectStatement,
} from '#app/domain/people/prospect-person.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  closeTasksStatement,
  raiseTaskStatement,
} from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import { parseEmail } from '#app/values/email.ts'
import { derivedId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { emailKey, phoneKey } from './lead-keys.ts'
import { openLeadOfSql } from './lead-sql.server.ts'
import { answerWithinMinutes } from './lead-words.ts'
import { beginStatements } from './pipelines/pipeline-queries.server.ts'
import { firstPipeline } from './stages.ts'

/** Somebody got in touch. */
export type Inquiry = {
  /** The touch's id: the form's key, or the submission's. The same again is the same touch. */
  key: string
  kind: Extract<TouchKind, 'form' | 'walk_in' | 'referral' | 'phone_in' | 'import'>
  name: string
  /** As typed; anything else is left out of the comparison. */
  email?: string
  phone?: string
  /** Someone of the studio who was chosen; their lead, whatever address is given. */
  personId?: string
  pipelineId?: string
  sourceId?: string
  formId?: string
  campaign?: string
  interest?: string
  preferredTimes?: string
  valueMinor?: number | null
  tags?: string
  referredBy?: string
  /** The person of staff whose lead it is to be; left out, the next in turn. */
  ownerId?: string | null
  /** What they wrote, or what was said. */
  text?: string
  detail?: Record<string, unknown>
  byName: string
}

export type Touched = { leadId: string; personId: string; outcome: 'created' | 'matched' }

/**
 * Takes down that somebody got in touch, as one batch. Who has the address or the number is the
 * same person (if they point to two the address decides, and the pair is listed); an open lead of
 * theirs gains a touch, a resting one is open again, and where there is none, or it is won or lost,
 * there is a new one with an owner in turn. A new one, a resting one and one with which nothing is
 * planned ask for an answer: a task, and a word to the owner. Sent twice, or by two at once,
 * it is one. `also` go with it in the same batch, behind it, with the lead's id as SQL.
 */
export async function touchLead(
  ctx: StudioContext,
  inquiry: Inquiry,
  also: (of: {
    touched: SQL
    leadId: SQL
    personId: SQL
  }) => Record<string, Statement<unknown> | null> = () => ({}),
): Promise<Touched> {
  const { db, studio } = ctx
  const { key } = inquiry
  const [personId, leadId] = await Promise.all([
    derivedId('lead-person', studio.id, key),
    derivedId('lead', studio.id, key),
  ])
  const touch = sql`(SELECT lead_id FROM lead_touches
    WHERE studio_id = ${studio.id} AND id = ${key})`
  const of = {
    touched: sql`EXISTS (SELECT 1 FROM lead_touches WHERE studio_id = ${studio.id} AND id = ${key})`,
    leadId: touch,
    personId: sql`(SELECT lead.person_id FROM lead_touches AS touch
      JOIN leads AS lead ON lead.id = touch.lead_id
      WHERE touch.studio_id = ${studio.id} AND touch.id = ${key})`,
  }
  const { begun, found } = await batch(db, {
    ...beginStatements(ctx),
    ...touchStatements(ctx, inquiry, { personId, leadId }),
    ...(also(of) as Record<string, Statement<D1Result> | null>),
    begun: db.all<{ id: string }>(sql`SELECT id FROM leads WHERE id = ${leadId}`),
    found: db.all<{ leadId: string; personId: string }>(sql`
      SELECT lead.id AS leadId, lead.person_id AS personId FROM lead_touches AS touch
      JOIN leads AS lead ON lead.id = touch.lead_id
      WHERE touch.studio_id = ${studio.id} AND touch.id = ${key}`),
  })
  const [row] = found
  if (!row) throw new Error(`Touch ${key} was not written`)
  return { ...row, outcome: begun.length > 0 ? 'created' : 'matched' }
}

function touchStatements(
  ctx: StudioContext,
  inquiry: Inquiry,
  { personId, leadId }: { personId: string; leadId: string },
) {
  const { db, studio, now } = ctx
  const { key, name, text = '', detail = {} } = inquiry
  const email = emailKey(inquiry.email ?? '')
  const phone = phoneKey(inquiry.phone ?? '', studio.locale)
  // Only what mail can be sent to is kept as an address of theirs.
  const contact = { email: parseEmail(email ?? '') ?? '', phone: phone ?? '' }
  const byStaff = inquiry.kind !== 'form'
  const keyOf = (kind: 'email' | 'phone', value: string | null): SQL => sql`(
    SELECT person_id FROM lead_keys
    WHERE studio_id = ${studio.id} AND kind = ${kind} AND value = ${value})`
  // A touch that was taken down before stays whose it was.
  const before = sql`(SELECT earlier.person_id FROM lead_touches AS touch
    JOIN leads AS earlier ON earlier.id = touch.lead_id
    WHERE touch.studio_id = ${studio.id} AND touch.id = ${key})`
  const touched = sql`(SELECT lead_id FROM lead_touches
    WHERE studio_id = ${studio.id} AND id = ${key})`
  const who = sql`coalesce(${before}, ${inquiry.personId ?? null}, ${keyOf('email', email)},
    ${keyOf('phone', phone)}, ${personId})`
  const lead = openLeadOfSql(studio.id, who)
  // What staff typed themselves asks nothing where it only adds to what is under way.
  const asks = byStaff
    ? sql`state = 'nurture'`
    : sql`(state = 'nurture' OR leads.id <> ${leadId} AND NOT EXISTS (SELECT 1 FROM tasks AS task
        WHERE task.studio_id = leads.studio_id AND task.cause_kind = 'lead_next'
          AND task.cause_ref = leads.next_ref AND task.state = 'open'))`
  const keep = (kind: 'email' | 'phone', value: string | null, whose: SQL) =>
    value === null
      ? null
      : db.run(sql`
          INSERT INTO lead_keys (studio_id, kind, value, person_id)
          SELECT ${studio.id}, ${kind}, ${value}, ${whose} WHERE 1 ON CONFLICT DO NOTHING`)
  return {
    email: keep(
      'email',
      email,
      sql`coalesce(${inquiry.personId ?? null}, ${personOfEmailSql(studio.id, email ?? '', name)},
        ${keyOf('phone', phone)}, ${personOfPhoneSql(studio.id, contact.phone, name)}, ${personId})`,
    ),
    phone: keep(
      'phone',
      phone,
      sql`coalesce(${inquiry.personId ?? null}, ${personOfPhoneSql(studio.id, phone ?? '', name)},
        ${keyOf('email', email)}, ${personId})`,
    ),
    person: prospectStatement(ctx, { id: personId, name, ...contact }, sql`${who} = ${personId}`),
    filled: fillProspectStatement(ctx, who, { ...contact, byStaff }),
    pair:
      email === null || phone === null
        ? null
        : db.run(sql`
            INSERT INTO lead_pairs (studio_id, person_id, other_id, at)
            SELECT ${studio.id}, ${keyOf('email', email)}, ${keyOf('phone', phone)}, ${now}
            WHERE ${keyOf('email', email)} <> ${keyOf('phone', phone)}
            ON CONFLICT DO NOTHING`),
    lead: newLeadStatement(ctx, inquiry, { leadId, who }),
    given: db.run(sql`
      UPDATE lead_owners SET given = given + 1
      WHERE studio_id = ${studio.id} AND changes() > 0
        AND person_id = (SELECT owner_id FROM leads WHERE id = ${leadId})`),
    // What was planned while it rested is over: it is to be answered.
    ended: closeTasksStatement(ctx, {
      kind: 'lead_next',
      refs: sql`SELECT next_ref FROM leads WHERE studio_id = ${studio.id} AND id = ${lead}
        AND state = 'nurture' AND ${before} IS NULL`,
    }),
    touch: db.run(sql`
      INSERT INTO lead_touches (id, studio_id, lead_id, kind, text, detail, by_name, at)
      SELECT ${key}, ${studio.id}, ${lead}, ${inquiry.kind},
        ${byStaff ? sql`${text}` : withNewContactSql(text, contact, { studioId: studio.id, who })},
        ${JSON.stringify(detail)},
        ${inquiry.byName}, ${now}
      WHERE 1 ON CONFLICT (studio_id, id) DO NOTHING`),
    // One that rested is at the beginning again; what was not known of it is filled in.
    counted: db.run(sql`
      UPDATE leads SET touches = touches + 1, last_touch_at = ${now},
        interest = iif(interest = '', ${inquiry.interest ?? ''}, interest),
        campaign = iif(campaign = '', ${inquiry.campaign ?? ''}, campaign),
        preferred_times = iif(${inquiry.preferredTimes ?? ''} = '', preferred_times,
          ${inquiry.preferredTimes ?? ''}),
        next_ref = iif(${asks}, ${key}, next_ref),
        next_at = iif(${asks}, ${addMinutes(now, answerWithinMinutes)}, next_at),
        stage_since = iif(state = 'nurture', ${now}, stage_since),
        stage_id = iif(state = 'nurture', coalesce((SELECT stage.id FROM lead_stages AS stage
          WHERE stage.studio_id = leads.studio_id AND stage.pipeline_id = leads.pipeline_id
            AND stage.kind = 'new' ORDER BY stage.position LIMIT 1), stage_id), stage_id),
        state = iif(state = 'nurture', 'open', state)
      WHERE studio_id = ${studio.id} AND changes() > 0
        AND id = ${touched}`),
    ...newTaskStatements(ctx, inquiry, { leadId, touched }),
  }
}

/** What was written, with the address and the number that the person is not known by. */
function withNewContactSql(
  text: string,
  { email, phone }: { email: string; phone: string },
  { studioId, who }: { studioId: string; who: SQL },
): SQL {
  const line = (name: string, value: string, known: SQL) =>
    sql`iif(${value} IN ('', coalesce(${known}, '')), '', char(10) || ${`${name}: ${value}`})`
  const known = (column: SQL) =>
    sql`(SELECT ${column} FROM people WHERE studio_id = ${studioId} AND id = ${who})`
  return sql`ltrim(${text} || ${line('Email', email, known(sql`email`))}
    || ${line('Phone', phone, known(sql`phone`))}, char(10))`
}

function newLeadStatement(
  { db, studio, now }: StudioContext,
  inquiry: Inquiry,
  { leadId, who }: { leadId: string; who: SQL },
): Statement<D1Result> {
  const pipelineId = inquiry.pipelineId || firstPipeline.id
  const next = sql`(SELECT owner.person_id FROM lead_owners AS owner
    JOIN people AS person ON person.id = owner.person_id AND person.archived_at IS NULL
    WHERE owner.studio_id = ${studio.id} ORDER BY owner.given, owner.position LIMIT 1)`
  return db.run(sql`
    INSERT INTO leads (id, studio_id, person_id, pipeline_id, stage_id, state, stage_since,
      source_id, form_id, campaign, interest, preferred_times, value_minor, tags, owner_id,
      referred_by, created_at, last_touch_at, next_ref, next_at)
    SELECT ${leadId}, ${studio.id}, ${who}, stage.pipeline_id, stage.id, 'open', ${now},
      coalesce((SELECT id FROM lead_sources
        WHERE studio_id = ${studio.id} AND id = ${inquiry.sourceId ?? ''}), ''),
      ${inquiry.formId ?? ''}, '', '', '',
      ${inquiry.valueMinor ?? null}, ${inquiry.tags ?? ''},
      coalesce(${inquiry.ownerId ?? null}, ${next}), ${inquiry.referredBy ?? ''}, ${now}, ${now},
      ${leadId}, ${addMinutes(now, answerWithinMinutes)}
    FROM lead_stages AS stage
    WHERE stage.studio_id = ${studio.id} AND stage.kind = 'new'
      AND NOT EXISTS (SELECT 1 FROM lead_touches
        WHERE studio_id = ${studio.id} AND id = ${inquiry.key})
      AND ${openLeadOfSql(studio.id, who)} IS NULL
    ORDER BY stage.pipeline_id = ${pipelineId} DESC, stage.pipeline_id, stage.position LIMIT 1
    ON CONFLICT DO NOTHING`)
}

/**
 * Raises a task to answer a lead and notifies its owner. `touched` selects the lead's id; the
 * statements must follow the one that counts the touch.
 */
function newTaskStatements(
  ctx: StudioContext,
  inquiry: Inquiry,
  { leadId, touched }: { leadId: string; touched: SQL },
) {
  const { studio, now } = ctx
  const { key, name } = inquiry
  const of = (column: SQL) => sql`(SELECT ${column} FROM leads WHERE id = ${touched})`
  const owner = of(sql`owner_id`)
  const path = sql`replace(${paths.manageLead(studio, leadId)}, ${leadId}, ${touched})`
  return {
    task: raiseTaskStatement(
      ctx,
      {
        cause: { kind: 'lead_next', ref: of(sql`next_ref`) },
        facts: { name, action: 'answer', note: '' },
        role: 'front_desk',
        personId: owner,
        dueAt: addMinutes(now, answerWithinMinutes),
        endsAt: null,
        path,
      },
      sql`changes() > 0 AND ${of(sql`next_ref = ${key} OR id = ${leadId} AND touches = 1`)}`,
    ),
    told: noticeStatement(
      ctx,
      {
        personId: owner,
        dedupeKey: `lead-new:${key}`,
        kind: 'lead-new',
        text: sql`iif(${touched} = ${leadId}, ${`New lead: ${name}.`},
          ${`${name} got in touch again.`})`,
        path,
      },
      sql`changes() > 0 AND ${owner} IS NOT NULL`,
    ),
  }
}
