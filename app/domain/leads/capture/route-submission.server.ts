import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { consentStatement } from '#app/domain/people/consents/consent-statements.server.ts'
import { referralStatement } from '#app/domain/people/referrals/keep-referral.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { leadReply } from '#app/messages/leads/lead-reply.ts'
import { parseEmail } from '#app/values/email.ts'
import { addMinutes } from '#app/values/instant.ts'
import { localDate } from '#app/values/zone.ts'
import { phoneKey } from '../lead-keys.ts'
import { touchLead } from '../touch-lead.server.ts'
import type { FormDefinition } from './form-definition.ts'
import { findForm, type LeadForm } from './form-queries.server.ts'
import { type Answers, answersOf, fieldsOf, isReachable } from './read-submission.ts'
import { findSubmission, type Submission, submissionColumns } from './submission-queries.server.ts'

export type NewSubmission = Pick<
  Submission,
  'id' | 'formId' | 'formVersion' | 'contentType' | 'raw' | 'page'
>

/**
 * Keeps what a form was sent, as it came, before anything is made of it: whatever fails behind this
 * is done again by the job. Sent twice under one id it is one.
 */
export async function keepSubmission(ctx: StudioContext, sent: NewSubmission): Promise<void> {
  const { db, studio, now } = ctx
  await batch(db, {
    keep: db.run(sql`
      INSERT INTO lead_submissions (id, studio_id, form_id, form_version, content_type, raw, page,
        state, received_at)
      VALUES (${sent.id}, ${studio.id}, ${sent.formId}, ${sent.formVersion},
        ${sent.contentType.slice(0, 200)}, ${sent.raw.replaceAll('\0', '')},
        ${sent.page.slice(0, 200)}, 'received', ${now})
      ON CONFLICT (id) DO NOTHING`),
  })
}

/** Why something is kept apart from leads. */
export const spamReasons = {
  trap: 'Filled in the field that people can’t see',
  fast: 'Sent within 2 seconds of opening the page',
  captcha: 'Didn’t pass the check for people',
  unreachable: 'No email address or phone number',
  staff: 'Marked as spam',
} as const
export type SpamReason = keyof typeof spamReasons

/** Keeps a submission apart; what became a lead meanwhile stays one. */
export async function markSpam(ctx: StudioContext, id: string, why: SpamReason): Promise<void> {
  await batch(ctx.db, {
    mark: ctx.db.run(sql`
      UPDATE lead_submissions SET state = 'spam', why = ${why}, settled_at = ${ctx.now}
      WHERE studio_id = ${ctx.studio.id} AND id = ${id} AND state = 'received'`),
  })
}

export type Routed =
  | { state: 'matched' | 'created'; leadId: string; personId: string; answers: Answers }
  | { state: 'spam'; why: SpamReason }
  | null

/**
 * Makes a lead of a submission, or a touch of an open one, with its consents and the letter that
 * answers it, all in one batch: an empty box is no consent and withdraws none. Done already, it
 * answers the same. Null where there is no such submission, or it is spam (but `evenSpam`).
 */
export async function routeSubmission(
  ctx: StudioContext,
  id: string,
  { evenSpam = false }: { evenSpam?: boolean } = {},
): Promise<Routed> {
  const sent = await findSubmission(ctx, id)
  if (!sent || (sent.state === 'spam' && !evenSpam)) return null
  const form = await findForm(ctx, sent.formId, sent.formVersion)
  if (!form) return null
  const answers = answersOf(await fieldsOf(sent.raw, sent.contentType), form.definition)
  if (!isReachable(answers, (phone) => phoneKey(phone, ctx.studio.locale))) {
    await markSpam(ctx, id, 'unreachable')
    return { state: 'spam', why: 'unreachable' }
  }
  const { name, email, phone, interest, times, campaign } = answers
  const touched = await touchLead(
    ctx,
    {
      key: id,
      kind: 'form',
      name,
      email,
      phone,
      interest,
      campaign,
      preferredTimes: times,
      pipelineId: form.pipelineId,
      sourceId: form.sourceId,
      formId: form.id,
      ownerId: form.ownerId,
      text: [answers.message, ...answers.answers.map((one) => `${one.question}: ${one.answer}`)]
        .filter(Boolean)
        .join('\n'),
      detail: { form: form.name, formId: form.id, version: sent.formVersion, page: sent.page },
      byName: form.name,
    },
    ({ leadId, personId }) => ({
      ...consentStatements(ctx, { id, personId }, form.definition, answers),
      referral: referralStatement(ctx, {
        id: `lead-${id}`,
        code: answers.friend,
        friendId: personId,
      }),
      reply: replyStatement(ctx, form, answers, id),
      settled: ctx.db.run(sql`
        UPDATE lead_submissions SET lead_id = ${leadId}, settled_at = ${ctx.now}, why = '',
          state = iif((SELECT touch.seq = (SELECT min(first.seq) FROM lead_touches AS first
            WHERE first.studio_id = touch.studio_id AND first.lead_id = touch.lead_id)
            FROM lead_touches AS touch
            WHERE touch.studio_id = ${ctx.studio.id} AND touch.id = ${id}), 'created', 'matched')
        WHERE studio_id = ${ctx.studio.id} AND id = ${id} AND lead_id IS NULL`),
    }),
  )
  const { outcome, ...whose } = touched
  return { state: outcome, ...whose, answers }
}

/**
 * A yes for each box that was ticked, once for each submission, to the version it showed; it lifts no
 * suppression.
 */
function consentStatements(
  ctx: StudioContext,
  { id, personId }: { id: string; personId: SQL },
  { consents }: FormDefinition,
  answers: Answers,
) {
  const statements: Record<string, Statement<D1Result>> = {}
  for (const { channel, purpose, textId } of consents) {
    const name = `${channel}-${purpose}`
    if (!answers.consents.includes(name)) continue
    // Anybody can type anybody's address: a member, or who has said no, says yes themselves or at
    // the desk.
    const counts = sql`person.prospect = 1 AND NOT EXISTS (SELECT 1 FROM consents AS known WHERE known.studio_id =
      ${ctx.studio.id} AND known.person_id = ${personId} AND known.channel = ${channel}
      AND known.purpose = ${purpose} AND (known.source_ref = ${id} OR known.given = 0))`
    statements[`consent-${name}`] = consentStatement(
      ctx,
      {
        channel,
        purpose,
        textId,
        personId,
        given: true,
        source: 'form',
        sourceRef: id,
        byName: '',
      },
      counts,
    )
  }
  return statements
}

/** The letter that answers, to an address once a day and form, so that nobody floods another. */
function replyStatement(
  ctx: StudioContext,
  { id: formId, definition }: LeadForm,
  answers: Answers,
  id: string,
): Statement<D1Result> | null {
  const to = parseEmail(answers.email)
  if (!definition.reply || !to) return null
  const { db, studio, now, nowMs } = ctx
  return queueStatement(
    db,
    {
      studioId: studio.id,
      dedupeKey: `lead-reply:${formId}:${to}:${localDate(now, studio.timeZone)}`,
      to,
      kind: 'lead-reply',
      letter: leadReply({ studio, name: answers.name, ...definition.reply }),
    },
    nowMs,
    sql`EXISTS (SELECT 1 FROM lead_submissions AS sent WHERE sent.id = ${id}
        AND sent.lead_id IS NULL)
      AND NOT EXISTS (SELECT 1 FROM suppressions AS suppression
        WHERE suppression.studio_id = ${studio.id} AND suppression.channel = 'email'
          AND suppression.address = ${to} AND suppression.why = 'do_not_contact')`,
  )
}

/** Tried so often; after that someone has to look. */
const mostAttempts = 20

/** Submissions of one run. */
const atOnce = 20

const waitingSql = ({ studio, now }: Look): SQL => sql`FROM lead_submissions AS sent
  WHERE sent.studio_id = ${studio} AND sent.state = 'received' AND sent.attempts < ${mostAttempts}
    AND sent.received_at <= ${addMinutes(now, -1)}`

/** Whether a studio has submissions whose routing failed. */
export const routeSubmissionsDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${waitingSql(look)})`

/** Submissions that wait for a minute and longer, oldest first. */
export async function waitingSubmissions(ctx: StudioContext): Promise<Submission[]> {
  return ctx.db.all<Submission>(sql`
    SELECT ${submissionColumns} ${waitingSql(lookAt(ctx))} ORDER BY sent.received_at LIMIT ${atOnce}`)
}

/** Counts a routing that failed, and why. */
export async function noteFailure(ctx: StudioContext, id: string, error: unknown): Promise<void> {
  await batch(ctx.db, {
    note: ctx.db.run(sql`
      UPDATE lead_submissions SET attempts = attempts + 1, why = ${String(error).slice(0, 200)}
      WHERE studio_id = ${ctx.studio.id} AND id = ${id} AND state = 'received'`),
  })
}
