import {
  type ClassBreakdown,
  classView,
  cohortView,
  heatView,
  priceView,
  roomView,
} from '#app/domain/insights/figures/class-view.ts'
import { insightsPage } from '#app/domain/insights/figures/insights-page.server.ts'
import { readInsightsQuery } from '#app/domain/insights/figures/insights-query.ts'
import {
  explained,
  figureViews,
  incomeView,
  planView,
  trendView,
} from '#app/domain/insights/figures/insights-view.ts'
import { asOfWords } from '#app/domain/insights/reports/report-words.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { paths } from '#app/paths.ts'
import { minorDigits } from '#app/values/money.ts'
import { monthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

const breakdowns: readonly { id: ClassBreakdown; name: string }[] = [
  { id: 'class', name: 'Class type' },
  { id: 'coach', name: 'Coach' },
  { id: 'hour', name: 'Hour' },
]

/** What the page of insights shows, in words. */
export async function insightsData(ctx: StaffContext, params: URLSearchParams) {
  const { slug, locale, currency, timeZone } = ctx.studio
  const reader = { slug, locale, currency, timeZone }
  const query = readInsightsQuery(params, localDate(ctx.now, timeZone))
  const page = await insightsPage(ctx, query)
  const { month, against } = page
  const monthWords = (one: string) => monthYear(`${one}-01`, locale)
  const asked = breakdowns.find(({ id }) => id === params.get('by'))
  const by = asked?.id ?? 'class'
  const kept = {
    month,
    against,
    by: asked?.id,
    free: query.withoutFree ? 'without' : undefined,
  }
  const names = page.months.includes(month) ? page.months : [month, ...page.months]
  const options = names.map((one) => ({ value: one, label: monthWords(one) }))
  return {
    studio: { slug },
    problem: query.problem,
    any: page.any,
    /** Minor units in one of the currency. */
    unit: 10 ** minorDigits(ctx.studio.currency),
    month,
    against,
    by,
    withoutFree: query.withoutFree,
    options,
    againstOptions: page.months.includes(against)
      ? options
      : [...options, { value: against, label: monthWords(against) }],
    asOf: asOfWords(
      {
        now: ctx.now,
        written: page.written,
        snapshot: true,
        closedUntil: `${page.closedUntil}-01`,
      },
      reader,
    ),
    intro: `${monthWords(month)} against ${monthWords(against)}.`,
    figures: figureViews(page, reader),
    spark: page.trend.map(({ minor }) => minor),
    explained: explained(page, reader),
    trend: trendView(page, reader),
    income: incomeView(page, reader),
    plans: planView(page, reader),
    classes: classView(page, by, reader),
    heat: heatView(page, query.withoutFree),
    cohorts: cohortView(page, reader),
    prices: priceView(page, reader),
    rooms: roomView(page),
    againstWords: monthWords(against),
    choices: breakdowns.map(({ id, name }) => ({
      id,
      name,
      path: paths.manageInsights({ slug }, { ...kept, by: id }),
    })),
    file: paths.manageInsightsCsv({ slug }, kept),
    save: paths.manageReportSave({ slug }, { page: 'insights', ...kept }),
  }
}
