import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { may, type Role } from '#app/domain/scope/permissions.ts'
import { reportMailed } from '#app/messages/insights/report-mailed.ts'
import { paths } from '#app/paths.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { insightsPage } from '../figures/insights-page.server.ts'
import { readInsightsQuery } from '../figures/insights-query.ts'
import { figureViews } from '../figures/insights-view.ts'
import { monthsFrom } from '../figures/month-figures.ts'
import { keepRecurringDue } from '../recurring/keep-recurring.server.ts'
import { keepMetricsDue } from '../snapshots/keep-metrics.server.ts'
import { readReportQuery } from './report-query.ts'
import { asOfWords, cellWords, periodWords } from './report-words.ts'
import { runReport } from './run-report.server.ts'
import { nextMailOn } from './saved-reports.server.ts'

/** Reports that one run sends; the next minute goes on. */
const atOnce = 20

/** Rows that a letter has room for. */
const rowsInLetter = 15

/**
 * Whether a report is to be mailed today or was to be before. It reads the figures of the night, so
 * it waits for them; a day late it goes out without.
 */
export const mailReportsDue = (look: Look): SQL => sql`EXISTS (
  SELECT 1 FROM saved_reports AS report WHERE report.studio_id = ${look.studio}
    AND report.mail_next_on <= ${look.today} AND (report.mail_next_on < ${look.today}
      OR NOT (${keepRecurringDue(look)} OR ${keepMetricsDue(look)})))`

type Due = {
  id: string
  page: 'report' | 'insights'
  name: string
  query: string
  every: 'week' | 'month'
  nextOn: LocalDate
  to: string
  email: string | null
  person: string | null
}

/**
 * Mails each report that is due to the person at work it is for, once a day it was due on: the letter
 * and the next day stand in one batch, so a run that is cut off sends nothing twice. Somebody who no
 * longer works there, whose role reads no reports any more, or who has no address is sent nothing.
 * Answers how many it went through.
 */
export async function mailReports(ctx: StudioContext, directory: DirectoryDb): Promise<number> {
  const { db, studio, now, nowMs, origin } = ctx
  const today = localDate(now, studio.timeZone)
  const due = await db.all<Due>(sql`
    SELECT report.id, report.page, report.name, report.query, report.mail_every AS every,
      report.mail_next_on AS nextOn, report.mail_to AS "to", person.email, person.name AS person
    FROM saved_reports AS report LEFT JOIN people AS person ON person.studio_id = report.studio_id
      AND person.id = report.mail_to AND person.is_staff = 1 AND person.archived_at IS NULL
    WHERE report.studio_id = ${studio.id} AND report.mail_next_on <= ${today}
    ORDER BY report.mail_next_on, report.id LIMIT ${atOnce}`)
  const readers = await readersOf(
    directory,
    studio.id,
    due.map(({ to }) => to),
  )
  for (const report of due) {
    const letter =
      report.email && readers.has(report.to) ? await letterOf(ctx, report, today) : null
    await batch(db, {
      next: db.run(sql`
        UPDATE saved_reports SET mail_next_on = ${nextMailOn(report.every, today)}
        WHERE studio_id = ${studio.id} AND id = ${report.id} AND mail_next_on = ${report.nextOn}`),
      mail: letter
        ? queueStatement(
            db,
            {
              studioId: studio.id,
              dedupeKey: `report:${report.id}:${report.nextOn}`,
              to: report.email!,
              kind: 'report-mailed',
              letter: reportMailed({ ...letter, studio, origin, name: report.person ?? '' }),
            },
            nowMs,
            rightAfterChange,
          )
        : null,
    })
  }
  return due.length
}

/** Those of some people of a studio whose role reads reports today. */
async function readersOf(
  directory: DirectoryDb,
  studioId: string,
  people: readonly string[],
): Promise<Set<string>> {
  if (people.length === 0) return new Set()
  const rows = await directory.all<{ personId: string; role: Role }>(sql`
    SELECT person_id AS personId, role_id AS role FROM affiliations
    WHERE studio_id = ${studioId} AND state = 'active'
      AND person_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))`)
  return new Set(rows.filter(({ role }) => may(role, 'insights:read')).map((row) => row.personId))
}

/** What a report says on the day it is mailed. */
async function letterOf(ctx: StudioContext, report: Due, today: LocalDate) {
  const { studio } = ctx
  const reader = { ...studio }
  if (report.page === 'insights') {
    // On the 1st the month that is told is the one that is over.
    const month = monthsFrom(today.slice(0, 7), today.endsWith('-01') ? -1 : 0)
    const params = new URLSearchParams(report.query)
    params.set('month', month)
    params.set('against', monthsFrom(month, -1))
    const page = await insightsPage(ctx, readInsightsQuery(params, today))
    const figures = figureViews(page, reader)
    return {
      title: report.name,
      about: `${periodWords({ from: `${month}-01`, until: lastOf(month) }, studio.locale)}. ${asOf(page.written)}`,
      rows: figures.map(
        ({ name, value, change }) => [name, change ? `${value} (${change})` : value] as const,
      ),
      more: 0,
      path: paths.manageInsights(studio, { month }),
    }
  }
  const ran = await runReport(ctx, readReportQuery(new URLSearchParams(report.query)))
  const path = paths.manageReportRun(studio, { saved: report.id })
  if (!ran.ok)
    return {
      title: report.name,
      rows: [],
      more: 0,
      path,
      about: 'This report can’t be run as it was saved. Open it and choose other days.',
    }
  const { columns, rows, total, period, totals } = ran.report
  const words = (values: readonly (string | number | null)[]) =>
    values.map((value, i) => cellWords(value, columns[i]!, studio))
  const lines = [
    ...rows.slice(0, rowsInLetter).map(({ values }) => words(values)),
    ...(totals.some((value) => value !== null)
      ? [words(totals).map((text, i) => (i === 0 ? 'All' : text))]
      : []),
  ]
  return {
    title: report.name,
    about: `${periodWords(period, studio.locale)}. ${asOf(ran.report.written, ran.report.dataset.snapshot)}`,
    rows: lines.map(
      ([first = '', ...rest]) =>
        [
          first,
          rest
            .map((text, i) => `${columns[i + 1]!.name} ${text}`)
            .filter((_, i) => rest[i] !== '–')
            .join(', '),
        ] as const,
    ),
    more: Math.max(0, total - rowsInLetter),
    path,
  }

  function asOf(written: Parameters<typeof asOfWords>[0]['written'], snapshot = true) {
    return asOfWords({ now: ctx.now, written, snapshot, closedUntil: null }, studio)
  }
}

const lastOf = (month: string): LocalDate => {
  const [year = 0, nr = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, nr, 0)).toISOString().slice(0, 10)
}
