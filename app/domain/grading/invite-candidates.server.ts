import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { giveBackStatements, openItemStatement } from '#app/domain/billing/open-items.server.ts'
import { queueSomeStatements, queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { gradingLetter } from '#app/messages/grading-letter.ts'
import { newId } from '#app/values/id.ts'
import { dayLong, money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { type GradingPage, type GradingPerson, gradingPage } from './grading-page.server.ts'

const letterOf = (
  { studio, origin }: StudioContext,
  grading: GradingPage['grading'],
  person: Pick<GradingPerson, 'name' | 'guardianName'>,
  what: Parameters<typeof gradingLetter>[0]['what'],
) =>
  gradingLetter({
    studio,
    origin,
    gradingId: grading.id,
    level: grading.level,
    what,
    name: person.guardianName || person.name,
    ...(person.guardianName ? { child: person.name } : {}),
    when: `${dayLong(grading.onDate, studio.locale)}, ${grading.startsAt}`,
  })

export type OverrideResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'under_way' | 'already_eligible' }

/**
 * Lets somebody be graded who is missing something, with a reason; `null` takes that back before
 * they are invited. Refused for those who miss nothing, and once the grading has begun.
 */
export async function overrideCandidate(
  ctx: StaffContext,
  gradingId: string,
  personId: string,
  reason: string | null,
): Promise<OverrideResult> {
  const { db, studio, actor } = ctx
  const page = await gradingPage(ctx, gradingId)
  const person = page?.people.find(({ id }) => id === personId)
  if (!page || !person) return { ok: false, reason: 'not_found' }
  if (!['draft', 'open'].includes(page.grading.state)) return { ok: false, reason: 'under_way' }
  if (reason !== null && person.group === 'eligible') {
    return { ok: false, reason: 'already_eligible' }
  }
  const own = sql`studio_id = ${studio.id} AND grading_id = ${gradingId}
    AND person_id = ${personId} AND state = 'overridden'`
  await batch(db, {
    set:
      reason === null
        ? db.run(sql`DELETE FROM grading_candidates WHERE ${own}`)
        : db.run(sql`
            INSERT INTO grading_candidates (id, studio_id, grading_id, person_id, state,
              override_reason, override_by)
            VALUES (${newId()}, ${studio.id}, ${gradingId}, ${personId}, 'overridden', ${reason},
              ${actor.name})
            ON CONFLICT (studio_id, grading_id, person_id) DO UPDATE
              SET override_reason = excluded.override_reason, override_by = excluded.override_by
              WHERE state = 'overridden'`),
    audit: auditStatement(
      ctx,
      {
        action: reason === null ? 'grading.override_undone' : 'grading.overridden',
        subjectKind: 'person',
        subjectId: personId,
        reason: reason ?? '',
        detail: { gradingId },
      },
      rightAfterChange,
    ),
  })
  return { ok: true }
}

export type InviteResult =
  | { ok: true; invited: number; unreached: number }
  | { ok: false; reason: 'not_found' | 'under_way' | 'nobody' | 'past' }

/**
 * Invites everybody who is eligible or overridden and is not invited yet, with a letter each; the
 * grading is open from then on. Pressed again it invites those who became eligible since. A person
 * is invited once, no matter who presses.
 */
export async function inviteCandidates(
  ctx: StaffContext,
  gradingId: string,
): Promise<InviteResult> {
  const { db, studio, now, nowMs } = ctx
  const page = await gradingPage(ctx, gradingId)
  if (!page) return { ok: false, reason: 'not_found' }
  const { grading, people } = page
  if (!['draft', 'open'].includes(grading.state)) return { ok: false, reason: 'under_way' }
  if (grading.onDate < localDate(now, studio.timeZone)) return { ok: false, reason: 'past' }
  const invited = people.filter(
    ({ group, state }) => group !== 'not_yet' && (state === null || state === 'overridden'),
  )
  if (invited.length === 0) return { ok: false, reason: 'nobody' }
  const rows = invited.map(({ id, candidateId }) => ({ id: candidateId ?? newId(), person: id }))
  const open = sql`EXISTS (SELECT 1 FROM gradings WHERE studio_id = ${studio.id}
    AND id = ${gradingId} AND state = 'open')`
  const fee = grading.feeMinor > 0 ? money(grading.feeMinor, studio.currency, studio.locale) : ''
  const mails = invited
    .filter(({ email }) => email !== '')
    .map((person) => ({
      message: {
        studioId: studio.id,
        dedupeKey: `grading-invited:${gradingId}:${person.id}`,
        to: person.email,
        kind: 'grading-letter',
        letter: letterOf(ctx, grading, person, {
          kind: 'invited',
          fee,
          answerBy: dayLong(grading.answerBy, studio.locale),
        }),
      },
      onlyIf: sql`EXISTS (SELECT 1 FROM grading_candidates WHERE studio_id = ${studio.id}
        AND grading_id = ${gradingId} AND person_id = ${person.id} AND state = 'invited')`,
    }))
  await batch(db, {
    open: db.run(sql`UPDATE gradings SET state = 'open', version = version + 1,
        opened_at = coalesce(opened_at, ${now})
      WHERE studio_id = ${studio.id} AND id = ${gradingId} AND state IN ('draft','open')`),
    audit: auditStatement(
      ctx,
      {
        action: 'grading.invited',
        subjectKind: 'grading',
        subjectId: gradingId,
        detail: { people: invited.length },
      },
      rightAfterChange,
    ),
    rows: db.run(sql`
      INSERT INTO grading_candidates (id, studio_id, grading_id, person_id, state, invited_at)
      SELECT one.value ->> 'id', ${studio.id}, ${gradingId}, one.value ->> 'person', 'invited',
        ${now}
      FROM json_each(${JSON.stringify(rows)}) AS one WHERE ${open}
      ON CONFLICT (studio_id, grading_id, person_id) DO UPDATE
        SET state = 'invited', invited_at = excluded.invited_at WHERE state = 'overridden'`),
    ...queueSomeStatements(db, mails, nowMs),
  })
  return { ok: true, invited: invited.length, unreached: invited.length - mails.length }
}

export type AnswerResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'too_late' | 'answered' | 'under_way' }

/**
 * A member’s answer, or a guardian’s for a child: `accept` books the place and charges the fee once,
 * `decline` gives it up, and gives the fee back while the grading has not begun. After the last day
 * to answer nobody accepts any more.
 */
export async function answerInvitation(
  ctx: MemberContext,
  gradingId: string,
  answer: 'accept' | 'decline',
): Promise<AnswerResult> {
  const { db, studio, now, person } = ctx
  const today = localDate(now, studio.timeZone)
  const [found] = await db.all<{
    id: string
    state: string
    gradingState: string
    answerBy: string
    fee: number
    level: string
    onDate: string
  }>(sql`SELECT candidate.id, candidate.state, grading.state AS gradingState,
      grading.answer_by AS answerBy, grading.fee_minor AS fee, level.name AS level,
      grading.on_date AS onDate
    FROM grading_candidates AS candidate JOIN gradings AS grading
      ON grading.id = candidate.grading_id
    JOIN levels AS level ON level.id = grading.level_id
    WHERE candidate.studio_id = ${studio.id} AND candidate.grading_id = ${gradingId}
      AND candidate.person_id = ${person.id} AND candidate.state <> 'overridden'`)
  if (!found) return { ok: false, reason: 'not_found' }
  const givenUp = found.state === 'confirmed' ? 'withdrawn' : 'declined'
  const wanted = answer === 'accept' ? 'confirmed' : givenUp
  if (found.state === wanted || (answer === 'decline' && found.state === 'withdrawn')) {
    return { ok: true }
  }
  if (found.gradingState !== 'open') return { ok: false, reason: 'under_way' }
  if (answer === 'accept' && today > found.answerBy) return { ok: false, reason: 'too_late' }
  const from = answer === 'accept' ? ['invited', 'declined'] : ['invited', 'confirmed']
  if (!from.includes(found.state)) return { ok: false, reason: 'answered' }
  const set = sql`EXISTS (SELECT 1 FROM grading_candidates WHERE studio_id = ${studio.id}
    AND id = ${found.id} AND state = ${wanted})`
  const { done } = await batch(db, {
    done: db.run(sql`
      UPDATE grading_candidates SET state = ${wanted}, answered_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${found.id} AND state = ${found.state}
        AND EXISTS (SELECT 1 FROM gradings WHERE id = ${gradingId} AND state = 'open')`),
    charge:
      answer === 'accept'
        ? openItemStatement(
            ctx,
            {
              personId: person.id,
              kind: 'other',
              subjectId: found.id,
              amountMinor: found.fee,
              working: `Grading for ${found.level}, ${dayLong(found.onDate, studio.locale)}`,
              dedupeKey: `grading:${found.id}`,
            },
            set,
          )
        : null,
    ...(answer === 'decline' ? giveBackStatements(ctx, found.id, set) : {}),
  })
  return changed(done) > 0 ? { ok: true } : { ok: false, reason: 'answered' }
}

export type RefuseResult = { ok: true } | { ok: false; reason: 'not_found' | 'under_way' }

/**
 * The studio takes somebody’s place back: they are told, and what they paid goes back. Refused once
 * the results are out, and for those who have a result already.
 */
export async function refuseCandidate(
  ctx: StaffContext,
  gradingId: string,
  personId: string,
): Promise<RefuseResult> {
  const { db, studio, nowMs } = ctx
  const page = await gradingPage(ctx, gradingId)
  const person = page?.people.find(({ id }) => id === personId)
  if (!page || !person?.candidateId) return { ok: false, reason: 'not_found' }
  const { grading } = page
  const set = sql`EXISTS (SELECT 1 FROM grading_candidates WHERE studio_id = ${studio.id}
    AND id = ${person.candidateId} AND state = 'refused')`
  const charged = person.state === 'confirmed' && grading.feeMinor > 0
  const fee = charged ? money(grading.feeMinor, studio.currency, studio.locale) : ''
  const { done } = await batch(db, {
    done: db.run(sql`UPDATE grading_candidates SET state = 'refused'
      WHERE studio_id = ${studio.id} AND id = ${person.candidateId} AND result IS NULL
        AND state IN ('invited','confirmed') AND EXISTS (SELECT 1 FROM gradings
          WHERE id = ${gradingId} AND state IN ('open','locked'))`),
    audit: auditStatement(
      ctx,
      {
        action: 'grading.refused',
        subjectKind: 'person',
        subjectId: personId,
        detail: { gradingId, feeBack: fee },
      },
      rightAfterChange,
    ),
    ...giveBackStatements(ctx, person.candidateId, set),
    mail: person.email
      ? queueStatement(
          db,
          {
            studioId: studio.id,
            dedupeKey: `grading-refused:${person.candidateId}`,
            to: person.email,
            kind: 'grading-letter',
            letter: letterOf(ctx, grading, person, { kind: 'refused', fee }),
          },
          nowMs,
          set,
        )
      : null,
  })
  if (changed(done) > 0 || person.state === 'refused') return { ok: true }
  return { ok: false, reason: 'under_way' }
}
