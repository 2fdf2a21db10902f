/** Classes, people who stay, prices and rooms of the insights in words. Pure. */
import { count, money, monthYear, percentShare } from '#app/values/wording.ts'
import { groupBy, sumOf } from './group-rows.ts'
import type { ClassGroup, InsightsPage } from './insights-page.server.ts'
import type { InsightsReader } from './insights-view.ts'
import { daysOf } from './month-figures.ts'

export type ClassBreakdown = 'class' | 'coach' | 'hour'

/**
 * What classes earned by one trait of them, what their coaches are paid, and what that leaves, with
 * their visits and how full they were.
 */
export function classView(page: InsightsPage, by: ClassBreakdown, reader: InsightsReader) {
  const sum = (minor: number) => money(minor, reader.currency, reader.locale)
  const key = (row: ClassGroup) =>
    ({
      class: row.classType,
      coach: row.coach || 'Nobody',
      hour: `${String(row.hour).padStart(2, '0')}:00`,
    })[by]
  const of = (month: string) =>
    groupBy(
      page.classes.filter((row) => row.month === month),
      key,
    )
  const [now, before] = [of(page.month), of(page.against)]
  const rows = [...now.entries()].map(([name, group]) => {
    const [booked, places] = [sumOf(group, (g) => g.booked), sumOf(group, (g) => g.places)]
    const [came, earned] = [sumOf(group, (g) => g.came), sumOf(group, (g) => g.earned)]
    const paid = sumOf(group, (g) => g.paid)
    return {
      name,
      earned,
      paid,
      came,
      classes: sumOf(group, (g) => g.classes),
      hours: sumOf(group, (g) => g.minutes) / 60,
      filled: places > 0 ? Math.round((booked * 100) / places) : null,
      before: Math.max(
        0,
        sumOf(before.get(name) ?? [], (g) => g.earned),
      ),
    }
  })
  rows.sort((a, b) => (by === 'hour' ? a.name.localeCompare(b.name) : b.earned - a.earned))
  const most = [...rows].sort((a, b) => b.earned - a.earned)[0]
  const short = rows.filter((row) => row.paid > row.earned).map(({ name }) => name)
  return {
    title: !most || most.earned === 0 ? 'What classes earned' : `${most.name} earns the most`,
    /** Those that earned less than their coaches are paid. */
    short:
      short.length > 0 ? `Earned less than the pay of their coaches: ${short.join(', ')}.` : '',
    bars: rows.slice(0, by === 'hour' ? 16 : 8).map(({ name, earned, before: was }) => ({
      id: name,
      name,
      value: earned,
      words: sum(earned),
      before: was,
    })),
    rows: rows.map((row) => ({
      id: row.name,
      cells: [
        ...[row.name, String(row.classes), `${Math.round(row.hours * 10) / 10} h`],
        ...[row.filled === null ? '–' : `${row.filled}%`, String(row.came), sum(row.earned)],
        ...[sum(row.paid), sum(row.earned - row.paid)],
        row.came > 0 ? sum(Math.round(row.earned / row.came)) : '–',
      ],
    })),
  }
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const parts: readonly [string, (hour: number) => boolean][] = [
  ['Early mornings', (hour) => hour < 9],
  ['Mornings', (hour) => hour >= 9 && hour < 12],
  ['Lunchtimes', (hour) => hour >= 12 && hour < 14],
  ['Afternoons', (hour) => hour >= 14 && hour < 17],
  ['Evenings', (hour) => hour >= 17],
]

type Part = { name: string; share: number } | undefined

function heatTitle(fullest: Part, emptiest: Part): string {
  if (!fullest || !emptiest) return 'When classes are full'
  return fullest === emptiest
    ? `${fullest.name} are ${Math.round(fullest.share * 100)}% full`
    : `${fullest.name} are fullest, ${emptiest.name.toLowerCase()} have room`
}

/** How full classes are by day and hour. */
export function heatView(page: InsightsPage, withoutFree: boolean) {
  const now = page.classes.filter(({ month, places }) => month === page.month && places > 0)
  const hours = [...new Set(now.map(({ hour }) => hour))].sort((a, b) => a - b)
  const fill = (rows: readonly ClassGroup[]) => {
    const places = sumOf(rows, (row) => row.places)
    const booked = sumOf(rows, (row) => row.booked - (withoutFree ? row.freeBooked : 0))
    return places > 0 ? booked / places : null
  }
  const known = parts
    .map(([name, within]) => ({ name, share: fill(now.filter(({ hour }) => within(hour))) }))
    .flatMap(({ name, share }) => (share === null ? [] : [{ name, share }]))
    .sort((a, b) => b.share - a.share)
  const [fullest, emptiest] = [known[0], known.at(-1)]
  return {
    title: heatTitle(fullest, emptiest),
    heads: hours.map((hour) => `${String(hour).padStart(2, '0')}:00`),
    rows: weekdays.map((name, i) => ({
      id: name,
      name,
      cells: hours.map((hour) => {
        const share = fill(now.filter((row) => row.weekday === i + 1 && row.hour === hour))
        return { share, words: share === null ? '' : String(Math.round(share * 100)) }
      }),
    })),
  }
}

/** Who of each month's joiners is still there. */
export function cohortView(page: InsightsPage, reader: InsightsReader) {
  const monthWords = (month: string) => monthYear(`${month}-01`, reader.locale)
  const best = page.cohorts
    .flatMap(({ month, joined, stayed }) => {
      const after = stayed[1] ?? null
      return after === null || joined === 0 ? [] : [{ month, share: after / joined }]
    })
    .sort((a, b) => b.share - a.share)[0]
  return {
    title: best
      ? `Joiners of ${monthWords(best.month)} stay best after a month: ${Math.round(best.share * 100)}%`
      : 'How long joiners stay',
    heads:
      page.cohorts.length > 0
        ? [
            'Start',
            ...Array.from(
              { length: Math.max(...page.cohorts.map(({ stayed }) => stayed.length)) - 1 },
              (_, i) => `Month ${i + 1}`,
            ),
          ]
        : [],
    rows: page.cohorts.map(({ month, joined, stayed }) => ({
      id: month,
      name: monthWords(month),
      note: count(joined, 'person', 'people'),
      cells: stayed.map((n) => ({
        share: n === null ? null : Math.min(1, n / joined),
        words: n === null ? '' : percentShare(n, joined),
      })),
    })),
  }
}

/** What a new price did: who bought and who left in the three months before it and since. */
export function priceView(page: InsightsPage, reader: InsightsReader) {
  const sum = (minor: number) => money(minor, reader.currency, reader.locale)
  const { versions, rows } = page.plans
  const value = (id: string, metric: string, month: string) =>
    rows.find((row) => row.key === id && row.metric === metric && row.month === month)?.value ?? 0
  const months = [...new Set(rows.map(({ month }) => month))].sort()
  return versions.flatMap((version, i) => {
    const before = versions[i - 1]
    if (!before || before.name !== version.name || before.priceMinor === version.priceMinor)
      return []
    const first = months.find((month) => value(version.id, 'plan.sold', month) > 0)
    if (!first || first === months[0]) return []
    const of = (metric: string, when: (month: string) => boolean) =>
      sumOf(
        months.filter(when),
        (month) => value(version.id, metric, month) + value(before.id, metric, month),
      )
    const since = months.filter((month) => month >= first).length
    const until = months.length - since
    const each = (n: number, of2: number) =>
      (Math.round((n * 10) / Math.max(1, of2)) / 10).toLocaleString(reader.locale)
    return [
      {
        id: version.id,
        name: version.name,
        change: `${sum(before.priceMinor)} to ${sum(version.priceMinor)}, first sold in ${monthYear(`${first}-01`, reader.locale)}`,
        sold: `${each(
          of('plan.sold', (m) => m < first),
          until,
        )} sold a month before, ${each(
          of('plan.sold', (m) => m >= first),
          since,
        )} since`,
        ended: `${each(
          of('plan.ended', (m) => m < first),
          until,
        )} ended a month before, ${each(
          of('plan.ended', (m) => m >= first),
          since,
        )} since`,
      },
    ]
  })
}

/** Hours and filling of rooms. */
export function roomView(page: InsightsPage) {
  const now = groupBy(
    page.classes.filter((row) => row.month === page.month),
    ({ room }) => room || 'No room',
  )
  const days = Number(daysOf(page.month).until.slice(8))
  return [...now.entries()]
    .map(([name, rows]) => ({
      id: name,
      name,
      hours: sumOf(rows, (row) => row.minutes) / 60,
      filled:
        sumOf(rows, (row) => row.booked) /
        Math.max(
          1,
          sumOf(rows, (row) => row.places),
        ),
    }))
    .sort((a, b) => b.hours - a.hours)
    .map(({ id, name, hours, filled }) => ({
      id,
      name,
      hours: `${Math.round(hours * 10) / 10} h`,
      each: `${Math.round((hours / days) * 10) / 10} h a day`,
      filled: `${Math.round(filled * 100)}%`,
    }))
}
