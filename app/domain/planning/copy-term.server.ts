import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { isMeant } from '#app/domain/calendar/shown-clashes.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { derivedId } from '#app/values/id.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { planCopy, type TermSpan } from './plan-copy.server.ts'
import { seenOf } from './seen-copies.ts'

/** A copy as it stands: `gone` of `of` series have been gone through. */
export type CopyTermResult = {
  state: 'copying' | 'copied'
  of: number
  gone: number
  made: number
  classes: number
  refused: { title: string; reason: string }[]
}

/**
 * An invocation may make a thousand queries; a series costs about a dozen. What is left is taken by
 * the job, or by anyone who asks again.
 */
const copiesAtOnce = 40

/** So many are looked at and made between two times of writing down how far it has come. */
const step = 10

type CopyRow = {
  id: string
  from: LocalDate
  weeks: number
  to: LocalDate
  asDraft: number
  series: string
  seen: string
  position: number
  made: number
  classes: number
  refused: string
  state: 'copying' | 'copied'
  createdBy: string
  createdByName: string
}

/**
 * Copies the chosen series, as drafts or on the timetable at once: writes down what is to be copied
 * and makes the first `copiesAtOnce`. `seen` lists the clashes that the page showed, one
 * `shownClashes` a series. A series with a clash that was not shown is refused. The form's key makes
 * the new ids, so sending it twice makes one copy; sending it again, or the job, finishes a copy that
 * was interrupted.
 */
export async function copyTerm(
  ctx: StaffContext,
  {
    key,
    series,
    seen = [],
    draft,
    from,
    weeks,
    to,
  }: TermSpan & {
    key: string
    series: readonly string[]
    seen?: readonly string[]
    draft: boolean
  },
): Promise<CopyTermResult> {
  const { db, studio, actor, now } = ctx
  // What is no series of this studio is not written down at all.
  const own = sql`(SELECT json_group_array(own.id) FROM (
    SELECT series.id FROM json_each(${JSON.stringify([...new Set(series)])}) AS input
    JOIN series ON series.studio_id = ${studio.id} AND series.id = input.value
    ORDER BY input.key) AS own)`
  await db.run(sql`
    INSERT INTO term_copies (id, studio_id, from_date, weeks, to_date, as_draft, series, seen,
      state, created_by, created_by_name, created_at)
    VALUES (${key}, ${studio.id}, ${from}, ${weeks}, ${to}, ${draft ? 1 : 0},
      ${own}, ${JSON.stringify(seen)}, 'copying',
      ${actor.userId}, ${actor.name}, ${now})
    ON CONFLICT DO NOTHING`)
  const result = await continueCopy(ctx, key)
  // The key of another studio's copy is nobody's here.
  return result ?? { state: 'copied', of: 0, gone: 0, made: 0, classes: 0, refused: [] }
}

/**
 * Goes on with a copy, at most `copiesAtOnce` series further. Killed between any two writes it is
 * finished by the next call, and called by several at once it makes and counts each series once.
 * Null for another studio's.
 */
export async function continueCopy(
  ctx: StudioContext,
  key: string,
): Promise<CopyTermResult | null> {
  for (let gone = 0; ; gone += step) {
    const copy = await findCopyRow(ctx, key)
    if (!copy || copy.state === 'copied' || gone >= copiesAtOnce) return copy && toResult(copy)
    await copyNext(ctx, copy)
  }
}

/** How far a copy has come; null for another studio's. */
export async function findCopy(ctx: StudioContext, key: string) {
  const copy = await findCopyRow(ctx, key)
  return copy && { ...toResult(copy), draft: copy.asDraft === 1, to: copy.to }
}

/** Whether a studio has copies to go on with. */
export const copiesDue = ({ studio }: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM term_copies WHERE studio_id = ${studio} AND state = 'copying')`

/** Goes on with the oldest copy under way. Answers how many there were. */
export async function continueCopies(ctx: StudioContext): Promise<number> {
  const [first] = await ctx.db.all<{ id: string }>(sql`
    SELECT id FROM term_copies WHERE studio_id = ${ctx.studio.id} AND state = 'copying'
    ORDER BY created_at LIMIT 1`)
  if (!first) return 0
  await continueCopy(ctx, first.id)
  return 1
}

const idsOf = (json: string) => JSON.parse(json) as string[]

const toResult = ({
  state,
  series,
  position,
  made,
  classes,
  refused,
}: CopyRow): CopyTermResult => ({
  state,
  of: idsOf(series).length,
  gone: position,
  made,
  classes,
  refused: JSON.parse(refused) as CopyTermResult['refused'],
})

async function findCopyRow({ db, studio }: StudioContext, key: string) {
  const [copy] = await db.all<CopyRow>(sql`
    SELECT id, from_date AS "from", weeks, to_date AS "to", as_draft AS asDraft, series, seen,
      position, made, classes, refused, state, created_by AS createdBy,
      created_by_name AS createdByName
    FROM term_copies WHERE studio_id = ${studio.id} AND id = ${key}`)
  return copy ?? null
}

/** The next series of a copy, and how far it has come with them: counted by who comes first. */
async function copyNext(ctx: StudioContext, copy: CopyRow): Promise<void> {
  const { db, studio } = ctx
  const { id, position, createdBy, createdByName, from, weeks, to } = copy
  const all = idsOf(copy.series)
  const next = all.slice(position, position + step)
  const seen = seenOf(idsOf(copy.seen))
  const staff = {
    ...ctx,
    actor: { userId: createdBy, name: createdByName, role: 'manager' } as Actor,
  }
  const together = await Promise.all(all.map((one) => derivedId(id, one)))
  const { copies } = await planCopy(ctx, { from, weeks, to }, { own: together, only: next })
  const done: CopyTermResult['refused'] = []
  let [made, classes] = [0, 0]
  for (const { row, copy: planned, known } of copies) {
    const result = await createSeries(staff, {
      id: await derivedId(id, row.id),
      classTypeId: row.classTypeId,
      roomId: row.roomId,
      coachId: row.coachId,
      policyId: row.policyId,
      firstStart: planned.firstStart,
      rrule: planned.rrule,
      minutes: row.minutes,
      capacity: row.capacity,
      draft: copy.asDraft === 1,
      known: isMeant(seen.get(row.id), planned.clashes) ? known : [],
      together,
      besideDrafts: true,
    })
    if (result.ok) [made, classes] = [made + 1, classes + planned.starts.length]
    else done.push({ title: row.title, reason: result.reason })
  }
  const gone = position + next.length
  await batch(db, {
    step: db.run(sql`
      UPDATE term_copies SET position = ${gone}, made = made + ${made},
        classes = classes + ${classes},
        refused = ${JSON.stringify([...(JSON.parse(copy.refused) as typeof done), ...done])},
        state = ${gone >= all.length ? 'copied' : 'copying'}
      WHERE studio_id = ${studio.id} AND id = ${id} AND position = ${position}
        AND state = 'copying'`),
    audit: auditStatement(
      staff,
      {
        id: `copied-${id}`,
        action: 'term.copied',
        subjectKind: 'plan',
        subjectId: id,
        detail: {
          from,
          weeks,
          to,
          draft: copy.asDraft === 1,
          made: copy.made + made,
          classes: copy.classes + classes,
        },
      },
      sql`${rightAfterChange} AND ${gone >= all.length ? 1 : 0} = 1`,
    ),
  })
}
