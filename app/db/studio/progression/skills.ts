import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  assessmentKinds,
  needRules,
  needStates,
  skillStates,
  teachingKinds,
} from './skills-words.ts'

/** The nodes of a discipline's skill tree, with the rule by which each is cleared. */
export const skills = sqliteTable(
  'skills',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    disciplineId: text('discipline_id').notNull(),
    name: text().notNull(),
    aliases: text().notNull().default(''),
    /** The column of the map: 0 is the base. */
    tier: integer().notNull().default(0),
    apparatus: text().notNull().default(''),
    about: text().notNull().default(''),
    /** `Spotter until cleared`, for members and coaches. */
    safety: text().notNull().default(''),
    video: text().notNull().default(''),
    badge: text().notNull().default(''),
    points: integer().notNull().default(0),
    /** Trained and assessed one side at a time. */
    twoSided: integer('two_sided').notNull().default(0),
    /** Clean repetitions a side that make a day count. */
    times: integer().notNull().default(1),
    /** Different days that must count. */
    days: integer().notNull().default(1),
    needsRule: text('needs_rule', { enum: needRules }).notNull().default('all'),
    /** How many of them where the rule is `some`. */
    needsCount: integer('needs_count').notNull().default(0),
    /** Ids of the people who may assess it, as JSON; none is everyone who may assess. */
    assessors: text().notNull().default('[]'),
    /** Lapses so many months after it was last seen; null is never. */
    lapseMonths: integer('lapse_months'),
    /** How many people have cleared it, and how many are on the way: triggers count. */
    cleared: integer().notNull().default(0),
    learning: integer().notNull().default(0),
    archivedAt: text('archived_at'),
    version: integer().notNull().default(1),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('skills_by_name')
      .on(t.studioId, t.disciplineId, t.name)
      .where(sql`archived_at IS NULL`),
  ],
)

/** The skills that lead to a skill. */
export const skillNeeds = sqliteTable(
  'skill_needs',
  {
    studioId: text('studio_id').notNull(),
    skillId: text('skill_id').notNull(),
    needsId: text('needs_id').notNull(),
    state: text({ enum: needStates }).notNull().default('cleared'),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.skillId, t.needsId] }),
    index('skill_needs_back').on(t.studioId, t.needsId, t.skillId),
  ],
)

/** Where somebody stands with a skill, worked out at each assessment and kept when rules change. */
export const skillStands = sqliteTable(
  'skill_stands',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    skillId: text('skill_id').notNull(),
    state: text({ enum: skillStates }).notNull(),
    /** Days that counted, and those of each side. */
    days: integer().notNull().default(0),
    leftDays: integer('left_days').notNull().default(0),
    rightDays: integer('right_days').notNull().default(0),
    /** The day the state was reached. */
    since: text().notNull(),
    /** The day it was last seen. */
    seenOn: text('seen_on').notNull(),
    /** The first day on which a cleared skill has lapsed; null is never. */
    lapsesOn: text('lapses_on'),
    /** The assessment that cleared it; undone, the skill is worked out again. */
    clearedBy: text('cleared_by'),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.personId, t.skillId] }),
    index('skill_stands_by_skill').on(t.studioId, t.skillId, t.state, t.since),
  ],
)

/** What somebody saw of a skill on a day. */
export const skillAssessments = sqliteTable(
  'skill_assessments',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    skillId: text('skill_id').notNull(),
    kind: text({ enum: assessmentKinds }).notNull(),
    onDate: text('on_date').notNull(),
    /** The person who assessed; the member themselves for a claim. */
    assessorId: text('assessor_id').notNull(),
    assessorName: text('assessor_name').notNull(),
    /** Clean repetitions; the right ones are of skills with two sides. */
    leftTimes: integer('left_times').notNull().default(0),
    rightTimes: integer('right_times').notNull().default(0),
    /** Safe with reminders. */
    familiar: integer().notNull().default(0),
    note: text().notNull().default(''),
    /** Where a clip or picture of it is. */
    evidence: text().notNull().default(''),
    occurrenceId: text('occurrence_id'),
    undoneAt: text('undone_at'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    index('skill_assessments_of').on(t.studioId, t.personId, t.skillId, t.onDate),
    index('skill_assessments_claimed')
      .on(t.studioId, t.createdAt)
      .where(sql`kind = 'claimed' AND undone_at IS NULL`),
  ],
)

/** What teaches a skill: exercises, class types, series, sessions of courses. */
export const skillTeachings = sqliteTable(
  'skill_teachings',
  {
    studioId: text('studio_id').notNull(),
    skillId: text('skill_id').notNull(),
    kind: text({ enum: teachingKinds }).notNull(),
    refId: text('ref_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.skillId, t.kind, t.refId] }),
    index('skill_teachings_by_ref').on(t.studioId, t.refId, t.skillId),
  ],
)

/** Skills that must be cleared to book a class of a type. */
export const classSkills = sqliteTable(
  'class_skills',
  {
    studioId: text('studio_id').notNull(),
    typeId: text('type_id').notNull(),
    skillId: text('skill_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.typeId, t.skillId] }),
    index('class_skills_by_skill').on(t.studioId, t.skillId),
    index('class_skills_by_type').on(t.typeId),
  ],
)

/** Skills that a level asks of the person who comes to it. */
export const levelSkills = sqliteTable(
  'level_skills',
  {
    studioId: text('studio_id').notNull(),
    levelId: text('level_id').notNull(),
    skillId: text('skill_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.levelId, t.skillId] }),
    index('level_skills_by_skill').on(t.studioId, t.skillId),
  ],
)
