import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { metricsUntil } from '../../../../tests/support/sales/figures-agree.ts'
import { givenPlan, sellPlan } from '../../../../tests/support/sales/memberships.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { datasets } from './datasets.server.ts'
import { beginExport, csvOfReport, pdfOfReport, sheetOfReport } from './export-report.server.ts'
import { library } from './library.ts'
import { mailReports } from './mail-reports.server.ts'
import { type ReportQuery, readReportQuery, reportParams } from './report-query.ts'
import { runReport } from './run-report.server.ts'
import { changeReport, findSavedReport, saveReport } from './saved-reports.server.ts'

const now = '2026-07-02T08:00:00Z'
const june = { period: 'days', from: '2026-06-01', until: '2026-06-30' } as const

const query = (more: Partial<ReportQuery>): ReportQuery =>
  readReportQuery(new URLSearchParams(reportParams(more)))

/** Two classes in June: one of four with two there and a no-show, one that nobody came to. */
async function givenJune(): Promise<World> {
  const w = await world()
  const first = await w.givenClass({ localStart: '2026-06-09T18:30', capacity: 4 })
  await w.givenClass({ localStart: '2026-06-10T07:00', capacity: 6, discipline: 'yoga' })
  const lot = await w.givePack(w.ben)
  for (const [i, [person, state, lotId]] of (
    [
      [w.ana, 'attended', null],
      [w.ben, 'attended', lot],
      [w.cleo, 'no_show', null],
    ] as const
  ).entries()) {
    await w.db.run(sql`
      INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, lot_id, policy_id,
        created_at)
      VALUES (${`b${i}-${w.studio.id}`}, ${w.studio.id}, ${first}, ${person.id}, ${state}, ${lotId},
        'p', '2026-06-01T10:00:00Z')`)
  }
  await sellPlan(w, w.cleo, await givenPlan(w, { name: 'Gold', priceMinor: 9_000 }), {
    now: '2026-06-20T10:00:00Z',
  })
  await metricsUntil(w, now)
  return w
}

async function ran(w: World, more: Partial<ReportQuery>) {
  const result = await runReport(w.asDesk(now), query(more))
  if (!result.ok) throw new Error(result.reason)
  return result.report
}

test('a number and the rows it opens say the same: who came, who did not, what was invoiced', async () => {
  const w = await givenJune()
  const classes = await ran(w, {
    of: 'classes',
    ...june,
    by: ['class'],
    show: ['classes', 'places', 'booked', 'came', 'no_shows', 'filled'],
  })
  expect(classes.rows.map(({ values }) => values)).toEqual([
    ['Pole 2: spins', 1, 4, 3, 2, 1, 75],
    ['Yin yoga', 1, 6, 0, 0, 0, 0],
  ])
  expect(classes.totals).toEqual([null, 2, 10, 3, 2, 1, 30])
  for (const [measure, n] of [
    ['booked', 3],
    ['came', 2],
    ['no_shows', 1],
  ] as const) {
    const { counts } = classes.dataset.measures.find(({ id }) => id === measure)!
    const rows = await ran(w, { of: counts!.dataset, ...june, where: { ...counts!.where } })
    expect([measure, rows.total]).toEqual([measure, n])
  }
  const [money, lines, payments] = [
    await ran(w, { of: 'money', ...june, by: ['income'], show: ['taken', 'invoiced'] }),
    await ran(w, { of: 'lines', ...june, show: ['total'] }),
    await ran(w, { of: 'payments', ...june, show: ['amount'] }),
  ]
  expect([money.totals.slice(1), lines.totals.at(-1), payments.totals.at(-1)]).toEqual([
    [9_000, 9_000],
    9_000,
    9_000,
  ])
})

test('a report by day has a row a day, however many classes took place on it', async () => {
  const w = await givenJune()
  const second = await w.givenClass({ localStart: '2026-06-09T20:00', capacity: 4 })
  await w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
    VALUES (${`second-${w.studio.id}`}, ${w.studio.id}, ${second}, ${w.ana.id}, 'attended', 'p',
      '2026-06-01T10:00:00Z')`)
  await w.db.run(sql`DELETE FROM class_facts WHERE studio_id = ${w.studio.id}`)
  await w.db.run(sql`DELETE FROM metric_days WHERE studio_id = ${w.studio.id}`)
  await metricsUntil(w, now)
  const classes = await ran(w, {
    of: 'classes',
    ...june,
    by: ['day'],
    show: ['classes', 'places', 'came', 'filled'],
  })
  expect(classes.rows).toEqual([
    { values: ['2026-06-09', 2, 8, 3, 50], refs: [null, null, null, null, null] },
    { values: ['2026-06-10', 1, 6, 0, 0], refs: [null, null, null, null, null] },
  ])
  expect([classes.total, classes.columns[0]!.opens]).toEqual([2, undefined])
  const visits = await ran(w, { of: 'visits', ...june, by: ['person', 'day'], show: ['bookings'] })
  expect(
    visits.rows.filter(({ refs }) => refs[0] === w.ana.id).map(({ values }) => values),
  ).toEqual([['Ana Reyes', '2026-06-09', 2]])
  expect(visits.total).toBe(3)
})

test('every report of the library and every dataset runs, is sorted and makes its files', async () => {
  const w = await givenJune()
  const desk = w.asDesk(now)
  const all: Partial<ReportQuery>[] = [
    ...library.flatMap(({ reports }) => reports.map(({ query: one }) => one)),
    ...datasets.map(({ id }) => ({ of: id, period: 'last_90' as const })),
    ...datasets.flatMap(({ id, traits }) =>
      traits
        .filter(({ group }) => group)
        .map((trait) => ({ of: id, period: 'last_12_months' as const, by: [trait.id] })),
    ),
  ]
  for (const one of all) {
    const planned = await beginExport(desk, query(one), 'csv')
    if (!planned.ok) throw new Error(`${one.of}: ${planned.reason}`)
    const rows: unknown[][] = []
    for await (const some of csvOfReport(desk, planned)) rows.push(...some)
    const report = await ran(w, one)
    expect([one, rows.length - 1]).toEqual([one, report.total])
    const column = report.columns.at(-1)!.id
    expect((await ran(w, { ...one, sort: `-${column}` })).total).toBe(report.total)
  }
  const planned = await beginExport(desk, query({ of: 'lines', ...june }), 'xlsx')
  if (!planned.ok) throw new Error(planned.reason)
  const sheet = await sheetOfReport(desk, query({ of: 'lines', ...june }), planned, 'Tax')
  expect([sheet.rows.length, sheet.totals?.at(-1)]).toEqual([1, '90.00'])
  const document = await pdfOfReport(desk, query({ of: 'lines', ...june }), 'Tax')
  expect('blocks' in document && document.blocks.length).toBeGreaterThan(4)
})

test('a report that cannot be answered says why: days backwards or too many, unknown records, former columns', async () => {
  const w = await givenJune()
  const reason = async (more: Partial<ReportQuery>) => {
    const result = await runReport(w.asDesk(now), query(more))
    return result.ok ? result.report.unknown : result.reason
  }
  const days = (from: string, until: string) =>
    reason({ of: 'classes', period: 'days', from, until })
  expect(await days('2026-06-30', '2026-06-01')).toBe('backwards')
  expect(await days('1926-06-30', '2026-06-01')).toBe('too_long')
  expect(await days('2026-02-30', '2026-06-01')).toBe('no_days')
  expect(await reason({ of: 'secrets' })).toBe('no_dataset')
  expect(
    await reason({
      of: 'classes',
      ...june,
      by: ['class', 'earned'],
      show: ['came', 'gone'],
      where: { mood: 'good' },
      sort: '-shoe_size',
    }),
  ).toEqual(['earned', 'gone', 'mood', 'shoe_size'])
})

test('whatever an address asks, it is answered by a report or a reason, and reads back as it was', async () => {
  const w = await givenJune()
  const word = fc.oneof(
    fc.constantFrom('classes', 'visits', 'class', 'coach', 'came', '-came', "';--", '9999-99-99'),
    fc.string({ maxLength: 8 }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(
          fc.constantFrom(
            'of',
            'by',
            'show',
            'sort',
            'from',
            'until',
            'period',
            'page',
            'where.class',
            'where.x',
          ),
          word,
        ),
        { maxLength: 9 },
      ),
      async (pairs) => {
        const asked = readReportQuery(new URLSearchParams(pairs))
        expect(readReportQuery(new URLSearchParams(reportParams(asked)))).toMatchObject({
          of: asked.of,
          sort: asked.sort,
          page: asked.page,
        })
        await runReport(w.asDesk(now), asked)
      },
    ),
    { numRuns: 60 },
  )
})

test('a saved report is its owner’s until it is shared, is mailed on its day once, and ends with a press', async () => {
  const w = await givenJune()
  const hana = w.asDesk(now)
  const other = { ...hana, actor: { userId: 'mina', name: 'Mina', role: 'manager' as const } }
  const staff = await w.givenPerson('Hana Desk', { isStaff: true })
  const id = 'ABCDEFGHIJK1'
  const form = {
    key: id,
    name: 'My classes',
    shared: false,
    every: 'month' as const,
    to: staff.id,
    page: 'report' as const,
    query: 'of=classes&by=class&period=last_month',
  }
  await saveReport(hana, form)
  await saveReport(hana, form)
  expect(await findSavedReport(other, id)).toBeNull()
  expect(await findSavedReport(hana, id)).toMatchObject({ mailNextOn: '2026-08-01', version: 1 })
  const shared = { ...form, shared: true, version: 1, act: 'save' as const }
  expect(await changeReport(other, id, shared)).toEqual({ ok: false, reason: 'not_found' })
  expect(await changeReport(hana, id, shared)).toEqual({ ok: true })
  expect(await changeReport(hana, id, shared)).toEqual({ ok: false, reason: 'changed' })
  expect(await findSavedReport(other, id)).toMatchObject({ shared: 1 })

  const first = '2026-08-01T06:00:00Z'
  const mails = () =>
    w.db.all<{ subject: string; text: string }>(sql`
      SELECT subject, text FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'report-mailed'`)
  await givenRole(w, staff.id, 'manager')
  await mailReports(w.at('2026-07-31T06:00:00Z'), w.directory)
  expect(await mails()).toEqual([])
  await mailReports(w.at(first), w.directory)
  await mailReports(w.at(first), w.directory)
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail!.subject).toBe('My classes, Northside')
  expect(mail!.text).toContain(`saved=${id}`)
  expect(await findSavedReport(hana, id)).toMatchObject({ mailNextOn: '2026-09-01' })
  expect(await changeReport(hana, id, { ...shared, version: 2, act: 'delete' })).toEqual({
    ok: true,
  })
  expect(await findSavedReport(hana, id)).toBeNull()
})

/** The role in which somebody works at the studio. */
const givenRole = (w: World, personId: string, role: string) =>
  w.directory.run(sql`
    INSERT INTO affiliations (user_id, studio_id, role_id, person_id, state, created_at)
    VALUES (${`user-${personId}`}, ${w.studio.id}, ${role}, ${personId}, 'active', ${now})
    ON CONFLICT (user_id, studio_id) DO UPDATE SET role_id = excluded.role_id`)

test('a report is no longer mailed to somebody whose role reads none', async () => {
  const w = await givenJune()
  const staff = await w.givenPerson('Hana Desk', { isStaff: true })
  await givenRole(w, staff.id, 'manager')
  await saveReport(w.asDesk(now), {
    key: 'ABCDEFGHIJK2',
    name: 'My classes',
    shared: false,
    every: 'month' as const,
    to: staff.id,
    page: 'report' as const,
    query: 'of=classes&by=class&period=last_month',
  })
  const mails = () =>
    w.db.all(sql`SELECT 1 FROM outbox
      WHERE studio_id = ${w.studio.id} AND kind = 'report-mailed'`)
  await givenRole(w, staff.id, 'coach')
  await mailReports(w.at('2026-08-01T06:00:00Z'), w.directory)
  expect(await mails()).toEqual([])
  await givenRole(w, staff.id, 'manager')
  await mailReports(w.at('2026-09-01T06:00:00Z'), w.directory)
  expect(await mails()).toHaveLength(1)
})
