import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { payBases, payCounts, payLineKinds, payRunStates, payScopes } from './pay-words.ts'

/**
 * What someone is paid for what they teach. A rule is never edited: a change ends it and adds
 * another, so that what stood when a class was settled can be read.
 */
export const payRules = sqliteTable(
  'pay_rules',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** The coach it is for; empty is everyone. */
    personId: text('person_id').notNull().default(''),
    /** The class, course, event or appointment it is for; empty is all. */
    classTypeId: text('class_type_id').notNull().default(''),
    basis: text({ enum: payBases }).notNull(),
    /** Minor units: of a class, an hour or a person. */
    amountMinor: integer('amount_minor').notNull().default(0),
    /** Pairs of people and minor units as JSON, from the fewest: `[[1,3000],[6,4000]]`. */
    tiers: text().notNull().default('[]'),
    /** Never less than so many minor units. */
    leastMinor: integer('least_minor').notNull().default(0),
    counts: text({ enum: payCounts }).notNull().default('attended'),
    createdBy: text('created_by').notNull(),
    createdAt: text('created_at').notNull(),
    endedAt: text('ended_at'),
  },
  (t) => [
    uniqueIndex('pay_rules_in_force')
      .on(t.studioId, t.personId, t.classTypeId)
      .where(sql`ended_at IS NULL`),
  ],
)

/** What holds for all pay of a studio. */
export const paySettings = sqliteTable('pay_settings', {
  studioId: text('studio_id').primaryKey(),
  /** A class that the studio cancels fewer hours before its start is paid; 0 is none. */
  cancelHours: integer('cancel_hours').notNull().default(0),
  /** How much of what it would have been paid with everyone booked. */
  cancelPercent: integer('cancel_percent').notNull().default(0),
  /** Day of the next month on which pay is due. */
  payday: integer().notNull().default(28),
  version: integer().notNull().default(1),
})

/**
 * What one person earned by one thing, with the rule as it was when it was settled. A line of a
 * locked run is never changed: a correction is a line of its own, in the next run.
 */
export const payLines = sqliteTable(
  'pay_lines',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** Who is paid; empty for a guest teacher without a record. */
    personId: text('person_id').notNull(),
    /** The name of such a guest; empty otherwise. */
    payee: text().notNull().default(''),
    kind: text({ enum: payLineKinds }).notNull(),
    /** Local date of the work; of an extra, the date it was added for. */
    workOn: text('work_on').notNull(),
    occurrenceId: text('occurrence_id'),
    /** A course whose guest teacher is paid. */
    courseId: text('course_id'),
    classTypeId: text('class_type_id'),
    ruleId: text('rule_id'),
    scope: text({ enum: payScopes }).notNull(),
    basis: text({ enum: payBases }).notNull().default('flat'),
    ruleMinor: integer('rule_minor').notNull().default(0),
    tiers: text().notNull().default('[]'),
    leastMinor: integer('least_minor').notNull().default(0),
    counts: text({ enum: payCounts }).notNull().default('attended'),
    /** Of the rule's sum, for a class that was cancelled. */
    percent: integer().notNull().default(100),
    /** Whom it counted, and of a correction, what was paid for before. */
    people: integer().notNull().default(0),
    peopleBefore: integer('people_before'),
    minutes: integer().notNull().default(0),
    /** The coach whose class it was, where another taught it. */
    insteadOf: text('instead_of'),
    amountMinor: integer('amount_minor').notNull(),
    currency: text().notNull(),
    /** Why, of an extra or a correction. */
    reason: text().notNull().default(''),
    /** The locked line that a correction is about. */
    correctsId: text('corrects_id'),
    runId: text('run_id'),
    createdBy: text('created_by').notNull().default(''),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('pay_lines_once')
      .on(t.studioId, t.occurrenceId, t.personId, t.kind)
      .where(sql`kind IN ('work','cancelled')`),
    uniqueIndex('pay_lines_once_a_guest').on(t.studioId, t.courseId).where(sql`kind = 'guest'`),
    index('pay_lines_open').on(t.studioId, t.workOn).where(sql`run_id IS NULL`),
    index('pay_lines_by_run').on(t.studioId, t.runId).where(sql`run_id IS NOT NULL`),
    index('pay_lines_by_person').on(t.studioId, t.personId, t.workOn),
    index('pay_lines_corrections').on(t.studioId, t.correctsId).where(sql`corrects_id IS NOT NULL`),
  ],
)

/** The pay of one month, once somebody began to review it. */
export const payRuns = sqliteTable(
  'pay_runs',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** `2026-10`. */
    month: text().notNull(),
    state: text({ enum: payRunStates }).notNull(),
    reviewedAt: text('reviewed_at').notNull(),
    reviewedBy: text('reviewed_by').notNull(),
    lockedAt: text('locked_at'),
    lockedBy: text('locked_by').notNull().default(''),
    totalMinor: integer('total_minor').notNull().default(0),
    people: integer().notNull().default(0),
    currency: text().notNull(),
    paidOn: text('paid_on'),
    paidBy: text('paid_by').notNull().default(''),
  },
  (t) => [uniqueIndex('pay_runs_by_month').on(t.studioId, t.month)],
)
