/** Reads of programs and of people's copies of them. */
import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { ProgramPlan } from './program-plan.ts'

type Where = Pick<StudioContext, 'db' | 'studio'>

export type ProgramState = 'draft' | 'published' | 'retired'
export type AssignmentState = 'scheduled' | 'active' | 'paused' | 'finished' | 'stopped'

export type ProgramRow = {
  id: string
  name: string
  folder: string
  summary: string
  state: ProgramState
  access: 'assigned' | 'free'
  version: number
  weeks: number
  sessions: number
  people: number
}

const programColumns = sql`program.id, program.name, program.folder, program.summary, program.state,
  program.access, program.version, program.weeks, program.sessions,
  (SELECT count(*) FROM program_assignments AS copy WHERE copy.studio_id = program.studio_id
    AND copy.program_id = program.id AND copy.ended_at IS NULL) AS people`

/** More than a studio plans. */
const mostPrograms = 200

/** The library by folder and name; retired ones only where they are asked for. */
export const programsStatement = ({ db, studio }: Where, retired = false) =>
  db.all<ProgramRow>(sql`
    SELECT ${programColumns} FROM training_programs AS program
    WHERE program.studio_id = ${studio.id}
      AND ${retired ? sql`program.state = 'retired'` : sql`program.state <> 'retired'`}
    ORDER BY program.folder, program.name, program.id LIMIT ${mostPrograms}`)

export type Program = ProgramRow & { plan: string; updatedAt: string }

/** One of them with its plan; no row for a foreign id. */
export const programStatement = ({ db, studio }: Where, id: string) =>
  db.all<Program>(sql`
    SELECT ${programColumns}, said.plan, program.updated_at AS updatedAt
    FROM training_programs AS program JOIN training_program_versions AS said
      ON said.studio_id = program.studio_id AND said.program_id = program.id
        AND said.version = program.version
    WHERE program.studio_id = ${studio.id} AND program.id = ${id}`)

export const planOfProgram = ({ plan }: { plan: string }): ProgramPlan =>
  JSON.parse(plan) as ProgramPlan

export type CopyRow = {
  id: string
  programId: string
  personId: string
  person: string
  state: AssignmentState
  version: number
  offered: number | null
  startsOn: LocalDate
  pausedOn: LocalDate | null
  plan: string
  /** Sessions that were done of it. */
  done: number
}

const copyColumns = sql`copy.id, copy.program_id AS programId, copy.person_id AS personId,
  person.name AS person, copy.state, copy.version, copy.offered, copy.starts_on AS startsOn,
  copy.paused_on AS pausedOn, copy.plan,
  (SELECT count(DISTINCT log.session) FROM workout_logs AS log WHERE log.studio_id = copy.studio_id
    AND log.assignment_id = copy.id AND log.state IN ('finished', 'auto_closed')) AS done`

const copyFrom = sql`program_assignments AS copy
  JOIN people AS person ON person.id = copy.person_id`

/** Who is on a program, some of them, by name. */
export const copiesStatement = ({ db, studio }: Where, programId: string, most: number) =>
  db.all<CopyRow>(sql`
    SELECT ${copyColumns} FROM ${copyFrom}
    WHERE copy.studio_id = ${studio.id} AND copy.program_id = ${programId}
      AND copy.ended_at IS NULL
    ORDER BY person.name, copy.id LIMIT ${most}`)

/** What a person is on, with the program's name. */
export const ownCopiesStatement = ({ db, studio }: Where, personId: string) =>
  db.all<CopyRow & { name: string }>(sql`
    SELECT ${copyColumns}, program.name FROM ${copyFrom}
    JOIN training_programs AS program ON program.id = copy.program_id
    WHERE copy.studio_id = ${studio.id} AND copy.person_id = ${personId}
      AND copy.ended_at IS NULL
    ORDER BY copy.starts_on, copy.id LIMIT 20`)

/** Programs that any member may begin. */
export const freeProgramsStatement = ({ db, studio }: Where) =>
  db.all<ProgramRow>(sql`
    SELECT ${programColumns} FROM training_programs AS program
    WHERE program.studio_id = ${studio.id} AND program.state = 'published'
      AND program.access = 'free'
    ORDER BY program.name, program.id LIMIT 50`)

/** Whether the id is one of a training program of the studio, no matter who may read it. */
export async function isTrainingProgram({ db, studio }: Where, id: string): Promise<boolean> {
  const found = await db.all(sql`
    SELECT 1 FROM training_programs WHERE studio_id = ${studio.id} AND id = ${id}`)
  return found.length > 0
}
