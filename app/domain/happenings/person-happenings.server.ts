import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'

/**
 * What happens to people and nobody is written to about: staff read what is new since they last
 * looked. The order is the one they are told in.
 */
const personHappenings = [
  'added',
  'joined',
  'returned',
  'left',
  'banned',
  'ban_lifted',
  'merged',
  'erased',
  'changed',
  'archived',
  'restored',
] as const
export type PersonHappening = (typeof personHappenings)[number]

/**
 * Notes what happened to a person, for the batch of the change. `onlyIf` must hold when the batch
 * runs; right behind a guarded write, or its audit line, it is `rightAfterChange`. `goneId` is the
 * record that was merged into theirs.
 */
export function personHappenedStatement(
  {
    db,
    studio,
    now,
    actor,
  }: Pick<StudioContext, 'db' | 'studio' | 'now'> & { actor: Pick<Actor, 'userId' | 'name'> },
  what: PersonHappening,
  personId: string | SQL,
  onlyIf: SQL,
  { goneId }: { goneId?: string } = {},
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO happenings (id, studio_id, kind, subject_id, actor_id, actor_name, detail, at)
    SELECT ${newId()}, ${studio.id}, ${`person.${what}`}, ${personId}, ${actor.userId},
      ${actor.name}, ${JSON.stringify({ goneId })}, ${now}
    WHERE ${onlyIf} AND ${personId} IS NOT NULL`)
}

/** What someone did has no name any more, for the batch that erases them. */
export const eraseHappeningsStatement = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  { userId, name }: { userId: string | null; name: string },
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE happenings SET actor_name = ${name}
    WHERE studio_id = ${studio.id} AND actor_id = ${userId} AND ${onlyIf}`)

/** One kind of change since an instant: how many people, and the last few of them. */
export type PeopleNews = {
  what: PersonHappening
  n: number
  people: { id: string; name: string }[]
}

type NewsRow = { what: PersonHappening; n: number; people: string }

/** People named of each kind. */
const named = 5

/** More than these are not looked through. */
const readAtOnce = 500

/** What happened to people after `since`, but for what `userId` did; the newest 500. */
export const peopleNewsStatement = (
  { db, studio }: StudioContext,
  since: SQL | Instant,
  userId: string,
): Statement<NewsRow[]> =>
  db.all<NewsRow>(sql`
    WITH news AS MATERIALIZED (
      SELECT happening.kind, happening.subject_id AS personId, max(happening.at) AS at
      FROM (SELECT kind, subject_id, actor_id, at FROM happenings
        WHERE studio_id = ${studio.id} AND kind GLOB 'person.*' AND at > ${since}
        ORDER BY at DESC LIMIT ${readAtOnce}) AS happening
      WHERE happening.actor_id <> ${userId} GROUP BY 1, 2),
    numbered AS (
      SELECT news.kind, news.at, person.id, person.name,
        row_number() OVER (PARTITION BY news.kind ORDER BY news.at DESC, person.id) AS nth
      FROM news JOIN people AS person ON person.id = news.personId
        -- One human was erased, however many records of theirs had been merged.
        AND (news.kind <> 'person.erased' OR person.merged_into IS NULL))
    SELECT substr(kind, 8) AS what, count(*) AS n,
      json_group_array(json_object('id', id, 'name', name)) FILTER (WHERE nth <= ${named}) AS people
    FROM numbered GROUP BY kind`)

/** Those rows as news, in the order they are told in. */
export const toPeopleNews = (rows: readonly NewsRow[]): PeopleNews[] =>
  personHappenings.flatMap((what) => {
    const row = rows.find((one) => one.what === what)
    return row ? [{ what, n: row.n, people: JSON.parse(row.people) as PeopleNews['people'] }] : []
  })
