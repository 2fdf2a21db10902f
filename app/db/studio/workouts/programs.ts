import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { assignmentStates, programAccess, programStates } from './programs-words.ts'

/** A training plan of weeks and days: a template. */
export const trainingPrograms = sqliteTable(
  'training_programs',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    /** What a library files it under; empty is none. */
    folder: text().notNull().default(''),
    summary: text().notNull().default(''),
    state: text({ enum: programStates }).notNull(),
    access: text({ enum: programAccess }).notNull(),
    /** The newest of `training_program_versions`; raised by each save. */
    version: integer().notNull().default(1),
    weeks: integer().notNull(),
    /** Sessions of the whole program. */
    sessions: integer().notNull().default(0),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [index('training_programs_by_name').on(t.studioId, t.folder, t.name, t.id)],
)

/** What a program said at each save: older ones stay, since copies were made of them. */
export const trainingProgramVersions = sqliteTable(
  'training_program_versions',
  {
    studioId: text('studio_id').notNull(),
    programId: text('program_id').notNull(),
    version: integer().notNull(),
    /** Weeks of days of sessions (`program-plan.ts`). */
    plan: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.programId, t.version] })],
)

/** One person's copy of a program: a later change of the template is offered to it, never made. */
export const programAssignments = sqliteTable(
  'program_assignments',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    programId: text('program_id').notNull(),
    personId: text('person_id').notNull(),
    state: text({ enum: assignmentStates }).notNull(),
    /** The version the copy was made of, and the plan as it stands for this person. */
    version: integer().notNull(),
    plan: text().notNull(),
    /** The first day, in the studio's zone. */
    startsOn: text('starts_on').notNull(),
    /** When it was paused; the weeks wait until it goes on. */
    pausedOn: text('paused_on'),
    /** The version that the person was offered and has not answered. */
    offered: integer(),
    endedAt: text('ended_at'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('program_assignments_once')
      .on(t.studioId, t.programId, t.personId)
      .where(sql`ended_at IS NULL`),
    index('program_assignments_by_person').on(t.studioId, t.personId, t.endedAt),
    index('program_assignments_by_program').on(t.studioId, t.programId, t.endedAt),
  ],
)
