/** The page of a person's workouts: what is planned, what is open, what was done. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { firstDayShown, weeksInARow } from '#app/domain/bookings/availability/weeks-in-a-row.ts'
import { weightUnitStatement } from '#app/domain/people/weight-unit.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { standingBestsStatement } from '#app/domain/training-log/bests/best-queries.server.ts'
import { bestKindWords, bestValueWords } from '#app/domain/training-log/bests/best-words.ts'
import {
  calendarMonth,
  monthAfter,
  monthBefore,
  monthOf,
} from '#app/domain/training-log/history/calendar-month.ts'
import {
  closedByItselfStatement,
  logDaysStatement,
  logsBetweenStatement,
  newestMeasuresStatement,
  openSetsStatement,
  routinesStatement,
} from '#app/domain/training-log/history/home-statements.server.ts'
import { measureWords } from '#app/domain/training-log/history/measure-words.ts'
import {
  openLogStatement,
  planOfLog,
  toLoggedSet,
} from '#app/domain/training-log/session/log-queries.server.ts'
import { currentEntry, nextN } from '#app/domain/training-log/session/next-set.ts'
import { minutesOfPlan, setsAsked } from '#app/domain/training-log/session/session-plan.ts'
import { taughtOf, taughtSql } from '#app/domain/workouts/classes/class-workout-sql.server.ts'
import { publishedWorkoutsStatement } from '#app/domain/workouts/library/published-workouts.server.ts'
import { kindWords } from '#app/domain/workouts/plan/plan.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { minutesBetween } from '#app/values/instant.ts'
import {
  clockTime,
  clockTimeAt,
  count,
  dayLong,
  dayNear,
  dayOfAnyYear,
  dayShort,
  month as monthName,
} from '#app/values/wording.ts'
import { addDays, firstOfWeek, type LocalDate, localDate } from '#app/values/zone.ts'

export type PageViewer = { personId: string; name: string; email: string }

const [bestsShown, routinesShown, workoutsShown] = [4, 6, 4]

type ClassRow = {
  id: string
  title: string
  localStart: string
  over: number
  taught: string | null
  logged: number
}

/** Classes the person was in or has booked, of some days. */
const classesStatement = (
  ctx: MemberContext,
  personId: string,
  { from, until }: { from: LocalDate; until: LocalDate },
) =>
  ctx.db.all<ClassRow>(sql`
    SELECT o.id, class_type.name AS title, o.local_start AS localStart,
      b.state IN ('attended', 'checked_in') AS over, (${taughtSql(ctx)}) AS taught,
      EXISTS (SELECT 1 FROM workout_logs AS log WHERE log.studio_id = b.studio_id
        AND log.occurrence_id = o.id AND log.person_id = b.person_id
        AND log.state <> 'discarded') AS logged
    FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    WHERE b.studio_id = ${ctx.studio.id} AND b.person_id = ${personId}
      AND b.state IN ('booked', 'attended', 'checked_in')
      AND (b.state <> 'booked' OR o.ends_at > ${ctx.now})
      AND o.local_start >= ${from} AND o.local_start < ${until}
    ORDER BY o.local_start`)

/** Everything `/{studio}/workout` shows, in one batch. `month` is `2026-10` as the address says it. */
export async function workoutHomePage(
  ctx: MemberContext,
  viewer: PageViewer,
  { month: said }: { month: string | null },
) {
  const { studio, now } = ctx
  const { personId } = viewer
  const today = localDate(now, studio.timeZone)
  const month = monthOf(said, today)
  const week = { from: firstOfWeek(today, studio), until: addDays(firstOfWeek(today, studio), 7) }
  const days = { from: `${month}-01`, until: `${monthAfter(month)}-01` }
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    unit: weightUnitStatement(ctx, personId),
    open: openLogStatement(ctx, personId),
    openSets: openSetsStatement(ctx, personId),
    asked: closedByItselfStatement(ctx, personId, addDays(today, -14)),
    monthLogs: logsBetweenStatement(ctx, personId, days),
    monthClasses: classesStatement(ctx, personId, days),
    weekLogs: logsBetweenStatement(ctx, personId, week),
    weekClasses: classesStatement(ctx, personId, { from: addDays(today, -6), until: week.until }),
    days: logDaysStatement(ctx, personId, firstDayShown(today, studio)),
    bests: standingBestsStatement(ctx, personId, bestsShown + 1),
    routines: routinesStatement(ctx, personId, routinesShown),
    measures: newestMeasuresStatement(ctx, personId),
    workouts: publishedWorkoutsStatement(ctx),
  })
  const unit = answer.unit[0]?.weightUnit || weightUnitOf(studio)
  const { locale, timeZone } = studio
  const [log] = answer.open
  const sets = answer.openSets.map(toLoggedSet)
  const plan = log && planOfLog(log)
  const next = plan && currentEntry(plan, sets)
  const [asked] = answer.asked
  const classes = answer.weekClasses
  return {
    shell: toShell(answer, viewer),
    open: log &&
      plan && {
        id: log.id,
        name: log.name,
        paused: log.state === 'paused',
        since: clockTimeAt(log.startedAt, timeZone, locale),
        done: sets.filter(({ removed }) => !removed).length,
        asked: setsAsked(plan),
        next: next ? `${next.name}, set ${nextN(sets, next)}` : null,
      },
    asked: asked && {
      id: asked.id,
      name: asked.name,
      day: dayLong(asked.localStart.slice(0, 10), locale),
      at: clockTimeAt(asked.endedAt, timeZone, locale),
    },
    week: weekRows(answer.weekLogs, classes, { today, locale, from: week.from }),
    /** Classes that were attended and whose workout is not in the log. */
    toAdd: classes
      .filter(({ over, taught, logged }) => over === 1 && taught !== null && logged === 0)
      .map(({ id, title, localStart, taught }) => ({
        occurrence: id,
        title,
        workout: taughtOf(taught)!.id,
        name: taughtOf(taught)!.name,
        day: dayNear(localStart.slice(0, 10), today, locale),
      })),
    month: {
      title: monthTitle(month, locale, answer.monthLogs.length, answer.monthClasses),
      name: monthName(`${month}-01`, locale),
      weeks: calendarMonth(
        month,
        {
          logs: answer.monthLogs,
          classes: answer.monthClasses.map((one) => ({ ...one, over: one.over === 1 })),
        },
        studio,
      ),
      before: { month: monthBefore(month), name: monthName(`${monthBefore(month)}-01`, locale) },
      after:
        month < today.slice(0, 7)
          ? { month: monthAfter(month), name: monthName(`${monthAfter(month)}-01`, locale) }
          : null,
    },
    today,
    streak: weeksInARow(
      answer.days.map(({ localStart }) => localStart.slice(0, 10)),
      today,
      studio,
    ).streak,
    bests: answer.bests.slice(0, bestsShown).map((best) => ({
      key: `${best.exerciseId} ${best.kind} ${best.at}`,
      exercise: best.exercise,
      what: bestKindWords(best, unit),
      log: best.logId,
      value: bestValueWords(best.kind, best.value, unit),
      day: dayShort(best.localStart.slice(0, 10), locale),
    })),
    moreBests: answer.bests.length > bestsShown,
    routines: answer.routines.map(({ id, name, plan: kept, last }) => {
      const { entries } = planOfLog({ plan: kept })
      return {
        id,
        name,
        about: [
          count(entries.length, 'exercise'),
          `about ${minutesOfPlan(planOfLog({ plan: kept }))} min`,
          last && `last done ${dayShort(last.slice(0, 10), locale)}`,
        ]
          .filter(Boolean)
          .join(', '),
      }
    }),
    benchmarks: answer.workouts
      .filter(({ benchmark }) => benchmark === 1)
      .map(({ id, name, kind }) => ({ id, name, kind: kindWords[kind] })),
    workouts: answer.workouts
      .filter(({ benchmark }) => benchmark === 0)
      .slice(0, workoutsShown)
      .map(({ id, name, kind, publishAt }) => ({
        id,
        name,
        kind: kindWords[kind],
        since: dayOfAnyYear(localDate(publishAt, timeZone), today, locale),
      })),
    measures: answer.measures.map(({ kind, value, day }) => ({
      ...measureWords(kind, value, unit),
      day: dayShort(day, locale),
    })),
  }
}

function monthTitle(
  month: string,
  locale: string,
  workouts: number,
  classes: readonly ClassRow[],
): string {
  const attended = classes.filter(({ over }) => over === 1).length
  const parts = [
    workouts > 0 && count(workouts, 'workout'),
    attended > 0 && count(attended, 'class', 'classes'),
  ].filter(Boolean)
  const name = monthName(`${month}-01`, locale)
  return parts.length > 0 ? `${name}: ${parts.join(', ')}` : name
}

export type WeekRow = {
  key: string
  day: string
  today: boolean
  name: string
  /** It is behind us. */
  done: boolean
  about: string
  at: string
  log: string | null
  occurrence: string | null
}

/** The week's workouts that were done and its classes, by day. */
function weekRows(
  logs: readonly {
    id: string
    name: string
    localStart: string
    startedAt: string
    endedAt: string
  }[],
  classes: readonly ClassRow[],
  { today, locale, from }: { today: LocalDate; locale: string; from: LocalDate },
): WeekRow[] {
  const done = logs.map((log) => ({
    key: log.id,
    localStart: log.localStart,
    name: log.name,
    done: true,
    about: '',
    at: `${minutesBetween(log.startedAt, log.endedAt)} min`,
    log: log.id,
    occurrence: null,
  }))
  const attended = classes
    .filter(({ localStart }) => localStart >= from)
    .map(({ id, title, localStart, over, taught }) => ({
      key: id,
      localStart,
      name: title,
      done: over === 1,
      about: [over ? 'Class' : 'Class, booked', taughtOf(taught)?.name].filter(Boolean).join(': '),
      at: clockTime(localStart, locale),
      log: null,
      occurrence: id,
    }))
  return [...done, ...attended]
    .sort((a, b) => (a.localStart < b.localStart ? -1 : 1))
    .map(({ localStart, ...row }) => {
      const date = localStart.slice(0, 10)
      const day = date === today ? 'Today' : dayShort(date, locale).split(' ').slice(0, 2).join(' ')
      return { ...row, day, today: date === today }
    })
}
