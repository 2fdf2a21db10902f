import { SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import type { StudioDb } from '#app/db/connection.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { Happening, HappeningDetail, HappeningKind } from './happening-kinds.ts'

export type Recorded<Kind extends HappeningKind> = {
  /** Its own id, where a key that travels with a form makes a second sending do nothing. */
  id?: string
  kind: Kind
  subjectId: string
  /** An expression that answers the JSON, where only the change itself finds the facts. */
  detail: HappeningDetail[Kind] | SQL
}

/**
 * What happened, for the batch of the change that made it happen: the two commit together or not at
 * all. Everyone whom it concerns is told of it by the next reader of the log
 * (`tell-people.server.ts`), so the row is the promise that they are. `onlyIf` must hold when the
 * batch runs; right behind a guarded write, or its audit line, it is `rightAfterChange`.
 */
export function recordedStatement<Kind extends HappeningKind>(
  { db, studio, now, actor }: Pick<StudioContext, 'db' | 'studio' | 'now'> & { actor: RecordedBy },
  { id = newId(), kind, subjectId, detail }: Recorded<Kind>,
  onlyIf: SQL,
): Statement<D1Result> {
  const json = detail instanceof SQL ? detail : JSON.stringify(detail)
  return db.run(sql`
    INSERT INTO happenings (id, studio_id, kind, subject_id, actor_id, actor_name, detail, at,
      told_until)
    SELECT ${id}, ${studio.id}, ${kind}, ${subjectId}, ${actor.userId}, ${actor.name}, ${json},
      ${now}, ''
    WHERE ${onlyIf}
    ON CONFLICT (id) DO NOTHING`)
}

type RecordedBy = Pick<Actor, 'userId' | 'name'>

/**
 * Moves how far a happening has been told, for the batch of the messages: `until` is the last
 * reader of the step, null once nobody is left. Two that tell at once take the same step, whose
 * messages have keys of their own.
 */
export function toldStatement(
  { db, studio }: StudioContext,
  { id, toldUntil }: Pick<Happening, 'id' | 'toldUntil'>,
  until: string | null,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE happenings SET told_until = ${until}
    WHERE studio_id = ${studio.id} AND id = ${id} AND told_until IS ${toldUntil}`)
}

/** So long it is known what happened, once everybody has been told. */
const keptMs = 400 * 86_400_000

/**
 * Forgets what happened more than 400 days ago and reached everybody, the oldest first. May run any
 * number of times. Answers how many went.
 */
export async function forgetOldHappenings(db: StudioDb, nowMs: number): Promise<number> {
  const { gone } = await batch(db, {
    gone: db.run(sql`
      DELETE FROM happenings WHERE seq IN (
        SELECT seq FROM (SELECT seq, at, told_until FROM happenings ORDER BY seq LIMIT 500)
        WHERE told_until IS NULL AND at < ${instantFromMs(nowMs - keptMs)})`),
  })
  return changed(gone)
}
