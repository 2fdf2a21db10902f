/** The insights in words: titles that say what was found, and what is drawn. Pure. */
import { paths } from '#app/paths.ts'
import { count, money, monthYear } from '#app/values/wording.ts'
import { moneyKindWords } from '../money-kinds.ts'
import { movementKinds, movementWords } from '../recurring/movement.ts'
import { type ReportQuery, reportParams } from '../reports/report-query.ts'
import { cellWords, type Reader } from '../reports/report-words.ts'
import { type FigureId, figureMetric, figureRows } from './figure.ts'
import { groupBy, sumOf } from './group-rows.ts'
import type { InsightsPage, MoneyGroup } from './insights-page.server.ts'
import { daysOf, movedIn } from './month-figures.ts'

export type InsightsReader = Reader & { slug: string }

const shownFigures: readonly FigureId[] = [
  ...(['recurring.minor', 'members.paying', 'members.churn', 'members.average'] as const),
  ...(['members.lifetime', 'classes.filled', 'classes.no_shows', 'classes.came'] as const),
  ...(['people.came', 'intro.stayed', 'money.taken', 'money.earned'] as const),
]

const signOf = (change: number) => ['−', '±', '+'][Math.sign(change) + 1]!

/** `+£1,120.00`, `−2.0%`, `+3 points`: how a figure changed. */
export function changeWords(
  kind: string,
  now: number | null,
  before: number | null,
  reader: Reader,
): string {
  if (now === null || before === null) return ''
  const change = now - before
  const sign = signOf(change)
  const size = Math.abs(change)
  if (kind === 'share') return `${sign}${count(Math.round(size), 'point')}`
  if (kind === 'rate') return `${sign}${(Math.round(size * 10) / 10).toFixed(1)} points`
  return `${sign}${cellWords(size, { kind: kind as 'money' | 'number' }, reader)}`
}

/** A report's page by what it asks. */
const reportPath = (reader: InsightsReader, query: Partial<ReportQuery>) =>
  paths.manageReportRun({ slug: reader.slug }, reportParams(query))

/** Each figure with what it counts, how it changed, and where its rows are. */
export function figureViews(page: InsightsPage, reader: InsightsReader) {
  return shownFigures.map((id) => {
    const metric = figureMetric(id)
    const value = page.figures.month[id]
    return {
      id,
      name: metric.name,
      definition: metric.definition,
      formula: metric.formula ?? '',
      grain: metric.grain,
      value: cellWords(value, { kind: metric.kind }, reader),
      change: changeWords(metric.kind, value, page.figures.against[id], reader),
      rows: reportPath(reader, figureRows(metric, page.month)),
    }
  })
}

/** Why recurring revenue changed, as sentences that open into their people. */
export function explained(page: InsightsPage, reader: InsightsReader) {
  const { rows } = page.facts.month
  const { from, until } = daysOf(page.month)
  return movementKinds.flatMap((kind) => {
    const people = movedIn(rows, kind)
    if (people === 0) return []
    const minor = movedIn(rows, kind, 'minor')
    return [
      {
        kind,
        text: `${people} ${movementWords[kind]}`,
        amount: `${signOf(minor)}${money(Math.abs(minor), reader.currency, reader.locale)}`,
        path: reportPath(reader, {
          of: 'movement',
          period: 'days',
          from,
          until,
          where: { what: kind },
        }),
      },
    ]
  })
}

/** The line of recurring revenue over thirteen months. */
export function trendView(page: InsightsPage, reader: InsightsReader) {
  const known = page.trend.filter(({ minor }) => minor !== null)
  const [last, previous] = [known.at(-1), known.at(-2)]
  const sum = (minor: number) => money(minor, reader.currency, reader.locale)
  const monthWords = (month: string) => monthYear(`${month}-01`, reader.locale)
  return {
    title: trendTitle(),
    last: last ? sum(last.minor!) : '',
    hasBefore: page.trend.some(({ before }) => before !== null),
    points: page.trend.map(({ month, minor, before }, i) => ({
      label:
        i % 3 === 0 || i === page.trend.length - 1
          ? `${monthWords(month).slice(0, 3)} ${month.slice(2, 4)}`
          : '',
      month: monthWords(month),
      value: minor,
      before,
      words: minor === null ? '–' : sum(minor),
      beforeWords: before === null ? '–' : sum(before),
    })),
  }

  function trendTitle(): string {
    if (!last) return 'Recurring revenue'
    if (!previous) return `Recurring revenue is ${sum(last.minor!)}`
    const change = last.minor! - previous.minor!
    if (change === 0) return `Recurring revenue is the same as in ${monthWords(previous.month)}`
    const way = change > 0 ? 'up' : 'down'
    return `Recurring revenue is ${way} ${sum(Math.abs(change))} on ${monthWords(previous.month)}`
  }
}

/** Cash, invoices and what was earned, side by side by what it was for. */
export function incomeView(page: InsightsPage, reader: InsightsReader) {
  const sum = (minor: number) => money(minor, reader.currency, reader.locale)
  const now = page.money.filter(({ month }) => month === page.month)
  const before = page.money.filter(({ month }) => month === page.against)
  const grouped = groupBy(now, ({ kind }) => kind)
  const rows = [...grouped.entries()]
    .map(([kind, of]) => ({
      kind,
      name: (moneyKindWords as Record<string, string>)[kind] ?? kind,
      taken: sumOf(of, (row) => row.taken),
      refunded: sumOf(of, (row) => row.refunded),
      invoiced: sumOf(of, (row) => row.invoiced),
      earned: sumOf(of, (row) => row.earned),
      breakage: sumOf(of, (row) => row.breakage),
      before: sumOf(
        before.filter((row) => row.kind === kind),
        (row) => row.earned,
      ),
    }))
    .sort((a, b) => b.earned - a.earned || b.taken - a.taken)
  const earned = sumOf(rows, (row) => row.earned)
  const [most] = rows
  const breakage = sumOf(rows, (row) => row.breakage)
  return {
    title:
      most && earned > 0 && most.earned > 0
        ? `${most.name} bring ${inTen(most.earned / earned)} earned`
        : 'What was earned',
    about: `Earned by what it was for, with ${monthYear(`${page.against}-01`, reader.locale)} in grey.${
      breakage > 0 ? ` ${sum(breakage)} of it is credits that expired unused.` : ''
    }`,
    bars: rows
      .filter((row) => row.earned !== 0)
      .slice(0, 8)
      .map((row) => ({
        id: row.kind,
        name: row.name,
        value: row.earned,
        words: sum(row.earned),
        before: Math.max(0, row.before),
      })),
    rows: rows.map((row) => ({
      id: row.kind,
      cells: [row.name, ...[row.taken, row.refunded, row.invoiced, row.earned].map(sum)],
    })),
    totals: [
      ...(['taken', 'refunded', 'invoiced', 'earned'] as const).map((of) =>
        sum(sumOf(rows, (row) => row[of])),
      ),
    ],
  }
}

/** `seven of every ten pounds` without the coin: it differs. */
function inTen(share: number): string {
  const words = ['little', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
  const tenths = Math.round(share * 10)
  if (tenths >= 10) return 'nearly all that was'
  return tenths === 0 ? 'little of what was' : `${words[tenths]} tenths of what was`
}

/** What plans and packs earned, each by its name. */
export function planView(page: InsightsPage, reader: InsightsReader) {
  const sum = (minor: number) => money(minor, reader.currency, reader.locale)
  const of = (month: string) =>
    groupBy(
      page.money.filter((row: MoneyGroup) => row.month === month && row.name !== ''),
      ({ name }) => name,
    )
  const [now, before] = [of(page.month), of(page.against)]
  const bars = [...now.entries()]
    .map(([name, rows]) => ({
      id: name,
      name,
      value: sumOf(rows, (row) => row.earned),
      before: Math.max(
        0,
        sumOf(before.get(name) ?? [], (row) => row.earned),
      ),
    }))
    .filter(({ value }) => value !== 0)
    .sort((a, b) => b.value - a.value)
    .map((bar) => ({ ...bar, words: sum(bar.value) }))
  return {
    title: bars[0] ? `${bars[0].name} earns the most` : 'Plans and packs',
    bars: bars.slice(0, 8),
    rows: bars.map((bar) => ({ id: bar.id, cells: [bar.name, bar.words, sum(bar.before)] })),
  }
}
