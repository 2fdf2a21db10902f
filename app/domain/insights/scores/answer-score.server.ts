/** What somebody answers who was asked how likely they are to recommend the studio. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { endTasksStatement, raiseTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { answerDays, lowScore } from './score-words.ts'

/** Days until somebody should have spoken with a person who would not recommend the studio. */
const talkDays = 2

export type ScoreAsk = {
  id: string
  personId: string
  name: string
  score: number | null
  comment: string
  /** It can be answered no more. */
  over: number
}

/**
 * A link is found by the hash of its secret. Questions from before have the secret itself, which is
 * shorter than any hash, so that no hash read from the database opens one.
 */
const isTokenSql = (token: string): SQL =>
  sql`token = ${token.length < 40 ? token : hashSecretToken(token)}`

/** The question that a link is of; null for a link that is none. */
export async function findScoreAsk(ctx: StudioContext, token: string): Promise<ScoreAsk | null> {
  const { db, studio, now } = ctx
  const [found] = await db.all<ScoreAsk>(sql`
    SELECT ask.id, ask.person_id AS personId, person.name, ask.score, ask.comment,
      ask.asked_at < ${addMinutes(now, -answerDays * 24 * 60)} AS over
    FROM score_asks AS ask JOIN people AS person ON person.id = ask.person_id
    WHERE ask.studio_id = ${studio.id} AND ask.${isTokenSql(token)}`)
  return found ?? null
}

/**
 * Notes an answer from 0 to 10; another one within 30 days of the letter takes its place. Of 6 and
 * below somebody at work gets a task to talk with them, also where they talked about an earlier one;
 * another answer ends a task that is still open, the same one sent again changes nothing. False once
 * the days are over, and for a link that is none.
 */
export async function answerScore(
  ctx: StudioContext,
  token: string,
  score: number,
): Promise<boolean> {
  const { db, studio, now } = ctx
  const ask = await findScoreAsk(ctx, token)
  if (!ask || ask.over) return false
  const ref = `${ask.id}:${newId()}`
  await batch(db, {
    answered: db.run(sql`
      UPDATE score_asks SET score = ${score}, answered_at = coalesce(answered_at, ${now})
      WHERE studio_id = ${studio.id} AND id = ${ask.id} AND score IS NOT ${score}`),
    task: raiseTaskStatement(
      ctx,
      {
        cause: { kind: 'low_score', ref },
        facts: { name: ask.name, score },
        role: 'manager',
        dueAt: addMinutes(now, talkDays * 24 * 60),
        endsAt: null,
        path: paths.managePerson(studio, ask.personId),
      },
      sql`${rightAfterChange} AND ${score} <= ${lowScore}`,
    ),
    others: endTasksStatement(ctx, {
      kind: 'low_score',
      refs: sql`SELECT earlier.cause_ref FROM tasks AS earlier
        JOIN score_asks AS given ON given.studio_id = earlier.studio_id AND given.id = ${ask.id}
        WHERE earlier.studio_id = ${studio.id} AND earlier.cause_kind = 'low_score'
          AND earlier.state = 'open' AND earlier.cause_ref >= ${ask.id}
          AND earlier.cause_ref < ${`${ask.id};`} AND earlier.cause_ref <> ${ref}
          AND (given.score > ${lowScore} OR EXISTS (SELECT 1 FROM tasks AS next
            WHERE next.studio_id = earlier.studio_id AND next.cause_kind = 'low_score'
              AND next.cause_ref = ${ref} AND next.state = 'open'))`,
    }),
  })
  return true
}

/** Adds why to an answer; the last words hold. False where there is no answer, or the days are over. */
export async function commentScore(
  ctx: StudioContext,
  token: string,
  comment: string,
): Promise<boolean> {
  const { db, studio, now } = ctx
  const { said } = await batch(db, {
    said: db.run(sql`
      UPDATE score_asks SET comment = ${comment}
      WHERE studio_id = ${studio.id} AND ${isTokenSql(token)} AND score IS NOT NULL
        AND asked_at >= ${addMinutes(now, -answerDays * 24 * 60)}`),
  })
  return changed(said) > 0
}
