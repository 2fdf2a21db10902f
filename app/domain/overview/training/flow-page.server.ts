import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { firstVisitSql } from '#app/domain/bookings/first-visit-sql.server.ts'
import {
  commentsStatement,
  type FoundFlow,
  flowStatement,
  planOf,
  usesStatement,
} from '#app/domain/flows/library/flow-queries.server.ts'
import { type FlowWay, planFor, waysOf } from '#app/domain/flows/plan/flow-level.ts'
import { itemsOf } from '#app/domain/flows/plan/flow-plan.ts'
import {
  marksBeside,
  marksOf,
  type NeededLevel,
  type RosterPerson,
  type TaughtExercise,
} from '#app/domain/flows/roster/roster-marks.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { levelOpensSql } from '#app/domain/people/levels/held-level-sql.server.ts'
import { seatedSql } from '#app/domain/places/booking-sql.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { may } from '#app/domain/scope/permissions.ts'

type Viewer = { personId: string | null }

type RosterRow = {
  id: string
  name: string
  first: number
  injuries: string | null
  rungs: string | null
}

type ClassRow = {
  id: string
  title: string
  coachId: string
  coachName: string
  roomName: string
  localStart: string
  startsAt: string
  endsAt: string
  minutes: number
  state: string
  flowId: string | null
  version: number | null
}

/** A class with the flow it is taught from. */
const classStatement = ({ db, studio }: StudioContext, occurrenceId: string) =>
  db.all<ClassRow>(sql`
    SELECT o.id, type.name AS title, o.coach_id AS coachId,
      ${calledSql('coach')}
        AS coachName,
      room.name AS roomName, o.local_start AS localStart, o.starts_at AS startsAt,
      o.ends_at AS endsAt, o.state,
      CAST(round((julianday(o.ends_at) - julianday(o.starts_at)) * 1440) AS INTEGER) AS minutes,
      planned.flow_id AS flowId, planned.version
    FROM occurrences AS o JOIN class_types AS type ON type.id = o.class_type_id
    JOIN people AS coach ON coach.id = o.coach_id JOIN rooms AS room ON room.id = o.room_id
    LEFT JOIN class_flows AS planned
      ON planned.studio_id = o.studio_id AND planned.occurrence_id = o.id
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`)

/** Who is booked into a class, with what a plan may meet: first visits, injuries, levels held. */
const rosterStatement = ({ db, studio }: StudioContext, occurrenceId: string) =>
  db.all<RosterRow>(sql`
    SELECT person.id, person.name, (${firstVisitSql}) AS first,
      (SELECT json_group_array(note.text) FROM person_notes AS note
        WHERE note.studio_id = b.studio_id AND note.person_id = b.person_id
          AND note.kind = 'injury' AND note.removed_at IS NULL) AS injuries,
      (SELECT json_group_object(held.discipline_id, level.rung) FROM person_levels AS held
        JOIN levels AS level ON level.id = held.level_id
        WHERE held.studio_id = b.studio_id AND held.person_id = b.person_id
          AND ${levelOpensSql('held', sql`substr(o.local_start, 1, 10)`)}) AS rungs
    FROM occurrences AS o
    CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
    JOIN people AS person ON person.id = b.person_id
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND ${seatedSql('b')}
    ORDER BY person.name, person.id LIMIT 100`)

type ExerciseRow = Omit<TaughtExercise, 'contraindications' | 'easier'> & {
  contraindications: string
  easier: string
  state: string
}

/** The exercises of a flow, with what leads up to each. */
const exercisesStatement = ({ db, studio }: StudioContext, flowId: string | SQL) =>
  db.all<ExerciseRow>(sql`
    SELECT exercise.id, exercise.name, exercise.level, exercise.contraindications, exercise.state,
      (SELECT json_group_array(easier.name) FROM exercise_links AS link
        JOIN exercises AS easier ON easier.studio_id = link.studio_id
          AND easier.id = link.easier_id AND easier.state <> 'hidden'
        WHERE link.studio_id = exercise.studio_id AND link.harder_id = exercise.id) AS easier
    FROM flow_exercises AS used JOIN exercises AS exercise
      ON exercise.studio_id = used.studio_id AND exercise.id = used.exercise_id
    WHERE used.studio_id = ${studio.id} AND used.flow_id = ${flowId}`)

const levelsStatement = ({ db, studio }: StudioContext) =>
  db.all<NeededLevel & { ladder: string }>(sql`
    SELECT level.id, level.name, level.rung, level.discipline_id AS disciplineId,
      coalesce(ladder.name, '') AS ladder
    FROM levels AS level LEFT JOIN ladders AS ladder
      ON ladder.studio_id = level.studio_id AND ladder.id = level.ladder_id
    WHERE level.studio_id = ${studio.id} ORDER BY ladder.name, level.rung LIMIT 200`)

const json = <T>(text: string | null, none: T): T => (text ? (JSON.parse(text) as T) : none)

const toExercise = ({ contraindications, easier, ...row }: ExerciseRow) => ({
  ...row,
  contraindications: json<string[]>(contraindications, []),
  easier: json<string[]>(easier, []),
})

/** The words of an injury are for who may read them, and for the coach of the class. */
function toPeople(
  rows: readonly RosterRow[],
  actor: Pick<Actor, 'role'>,
  viewer: Viewer,
  coachId: string,
): RosterPerson[] {
  const reads = may(actor.role, 'medical:read') || coachId === viewer.personId
  return rows.map(({ id, name, first, injuries, rungs }) => {
    const notes = json<string[]>(injuries, [])
    return {
      id,
      name,
      first: first === 1,
      injured: notes.length > 0,
      injuries: reads ? notes : null,
      rungs: json<Record<string, number>>(rungs, {}),
    }
  })
}

/**
 * A flow at the desk, against the roster of `occurrenceId` where one is given. Null for a flow that
 * the account may not open; a class of another studio is no class. One trip.
 */
export async function flowPage(
  ctx: StudioContext,
  { actor, viewer }: { actor: Pick<Actor, 'userId' | 'role'>; viewer: Viewer },
  { flowId, occurrenceId }: { flowId: string; occurrenceId: string },
) {
  const { db, studio, now } = ctx
  const found = await batch(db, {
    flow: flowStatement(ctx, actor, flowId),
    exercises: exercisesStatement(ctx, flowId),
    levels: levelsStatement(ctx),
    disciplines: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM disciplines WHERE studio_id = ${studio.id} ORDER BY sort, name`),
    comments: commentsStatement(ctx, flowId),
    uses: usesStatement(ctx, flowId),
    series: db.all<{ id: string; title: string; firstStart: string }>(sql`
      SELECT series.id, type.name AS title, series.first_start AS firstStart
      FROM series_flows AS carried JOIN series ON series.id = carried.series_id
      JOIN class_types AS type ON type.id = series.class_type_id
      WHERE carried.studio_id = ${studio.id} AND carried.flow_id = ${flowId}
        AND series.studio_id = ${studio.id} AND series.ended_at IS NULL
      ORDER BY type.name, series.first_start LIMIT 20`),
    coaches: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM (SELECT 1 FROM people
        WHERE studio_id = ${studio.id} AND is_staff = 1 AND archived_at IS NULL LIMIT 200)`),
    class: occurrenceId ? classStatement(ctx, occurrenceId) : null,
    roster: occurrenceId ? rosterStatement(ctx, occurrenceId) : null,
  })
  const flow = found.flow[0]
  if (!flow) return null
  return {
    ...reading(flow, found.exercises, found.levels),
    disciplines: found.disciplines,
    comments: found.comments,
    uses: found.uses.map((use) => ({ ...use, over: use.endsAt <= now })),
    series: found.series,
    coaches: found.coaches[0]?.n ?? 0,
    ...rosterOf(found, actor, viewer),
  }
}

function reading(
  flow: FoundFlow,
  exercises: readonly ExerciseRow[],
  levels: readonly (NeededLevel & { ladder: string })[],
) {
  return { flow, plan: planOf(flow), exercises: exercises.map(toExercise), levels }
}

function rosterOf(
  found: {
    class: ClassRow[] | undefined
    roster: RosterRow[] | undefined
    flow: FoundFlow[]
    exercises: ExerciseRow[]
    levels: NeededLevel[]
  },
  actor: Pick<Actor, 'role'>,
  viewer: Viewer,
) {
  const taught = found.class?.[0]
  const [flow] = found.flow
  if (!taught || !flow) return { class: null, people: [], marks: [] }
  const people = toPeople(found.roster ?? [], actor, viewer, taught.coachId)
  return {
    class: taught,
    people,
    marks: marksOf(itemsOf(planOf(flow)), people, found.exercises.map(toExercise), found.levels),
  }
}

/**
 * A flow as it is taught, printed or shown on a screen, with the easier or harder items where `way`
 * asks for them: of a class, the version that was taught in it once that is over. Marks of the roster
 * are of the plan as it was made, without those that the shown items settle. One trip.
 */
export async function taughtFlowPage(
  ctx: StudioContext,
  { actor, viewer }: { actor: Pick<Actor, 'userId' | 'role'>; viewer: Viewer },
  { flowId, occurrenceId, way }: { flowId: string; occurrenceId: string; way: FlowWay },
) {
  const version = occurrenceId
    ? sql`(SELECT planned.version FROM class_flows AS planned
        WHERE planned.studio_id = ${ctx.studio.id} AND planned.occurrence_id = ${occurrenceId}
          AND planned.flow_id = ${flowId})`
    : null
  const found = await batch(ctx.db, {
    flow: flowStatement(ctx, actor, flowId, version),
    exercises: exercisesStatement(ctx, flowId),
    levels: levelsStatement(ctx),
    class: occurrenceId ? classStatement(ctx, occurrenceId) : null,
    roster: occurrenceId ? rosterStatement(ctx, occurrenceId) : null,
  })
  const flow = found.flow[0]
  if (!flow) return null
  const read = reading(flow, found.exercises, found.levels)
  const plan = planFor(read.plan, way)
  const roster = rosterOf(found, actor, viewer)
  return {
    ...read,
    plan,
    ways: waysOf(read.plan),
    ...roster,
    marks: marksBeside(itemsOf(plan), roster.marks),
  }
}
