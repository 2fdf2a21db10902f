import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BarChart } from '#app/ui/chart/bar-chart.tsx'
import { ChartFigure } from '#app/ui/chart/figure-frame.tsx'
import { LineChart, Sparkline } from '#app/ui/chart/line-chart.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { FilterBar } from '#app/ui/list/filter-bar.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { ClassEarnings, GridFigure } from './class-parts.tsx'
import { insightsData } from './insights-data.server.ts'
import { MetricList } from './metric-list.tsx'
import { MoneyBeside, PriceChanges, RoomTable } from './money-parts.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Insights', { matches })

/** How a month went and why: 200, or 422 with a sentence where the address asks for what is not. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'insights:read')
  const data = await insightsData(ctx, app.url.searchParams)
  return json(data, { status: data.problem ? 422 : 200 })
}

export default function Insights() {
  const data = useLoaderData<typeof loader>()
  const { studio, problem, any, trend, income, plans, heat, cohorts } = data
  const head = (
    <>
      <PageHead
        title="Insights"
        intro={`${data.intro} ${data.asOf}`}
        actions={
          any && (
            <>
              <a className="button not-phone" href={data.file}>
                Export CSV
              </a>
              <Link className="button" to={data.save}>
                Save and send
              </Link>
            </>
          )
        }
      />
      {problem && (
        <p className="problem-line" role="alert">
          {problem}
        </p>
      )}
    </>
  )
  if (!any)
    return (
      <>
        {head}
        <Empty
          icon="receipt"
          title="No figures yet"
          text="Figures are written at the end of each day: revenue, how full classes are, who joins and who leaves. They begin the night after your first class or payment."
        >
          <Link className="button" to={paths.manageSchedule(studio)}>
            Open the calendar
          </Link>
        </Empty>
      </>
    )
  return (
    <>
      {head}
      <FilterBar label="Choose months" action={paths.manageInsights(studio)}>
        <MonthSelect name="month" label="Month" value={data.month} options={data.options} />
        <MonthSelect
          name="against"
          label="Compare with"
          value={data.against}
          options={data.againstOptions}
        />
        <label className={data.withoutFree ? 'narrow tick on' : 'narrow tick'}>
          <input type="checkbox" name="free" value="without" defaultChecked={data.withoutFree} />
          Leave out free places
        </label>
      </FilterBar>
      <MetricList
        asOf={data.asOf}
        rows={data.figures.map((figure) =>
          figure.id === 'recurring.minor'
            ? {
                ...figure,
                beside: <Sparkline title="Over thirteen months" values={data.spark} />,
              }
            : figure,
        )}
      />
      <div className="halves">
        <ChartFigure
          title={trend.title}
          about={
            trend.hasBefore
              ? 'Each month’s last day, with the year before dotted'
              : 'Each month’s last day'
          }
          head={['Month', 'Recurring revenue', 'A year before']}
          rows={trend.points.map(({ month, words, beforeWords }) => ({
            id: month,
            cells: [month, words, beforeWords],
          }))}
          after={
            data.explained.length > 0 && (
              <details className="as-table">
                <summary>Explain this number</summary>
                <ul className="sentences">
                  {data.explained.map(({ kind, text, amount, path }) => (
                    <li key={kind}>
                      <Link to={path}>{text}</Link> <b>{amount}</b>
                    </li>
                  ))}
                </ul>
                <p className="muted">
                  <Link to={paths.manageSales(studio, { month: data.month })}>
                    See everyone, by name
                  </Link>
                </p>
              </details>
            )
          }
        >
          <LineChart
            title={trend.title}
            description={trend.points.map(({ month, words }) => `${month}: ${words}`).join('; ')}
            points={trend.points}
            short={(minor) => axisWords(minor / data.unit)}
            last={trend.last}
            beforeName="the year before"
          />
        </ChartFigure>
        <ChartFigure title={income.title} about={income.about} head={[]} rows={[]}>
          <BarChart
            title={income.title}
            description={income.bars.map(({ name, words }) => `${name}: ${words}`).join('; ')}
            bars={income.bars}
          />
          <MoneyBeside rows={income.rows} totals={income.totals} />
        </ChartFigure>
        <ClassEarnings {...data.classes} by={data.by} choices={data.choices} />
        <ChartFigure
          title={plans.title}
          about={`Earned by plans and packs, with ${data.againstWords} in grey`}
          head={['Plan or pack', 'Earned', data.againstWords]}
          rows={plans.rows}
        >
          {plans.bars.length > 0 ? (
            <BarChart
              title={plans.title}
              description={plans.bars.map(({ name, words }) => `${name}: ${words}`).join('; ')}
              bars={plans.bars}
            />
          ) : (
            <p className="muted">No plan or pack earned anything.</p>
          )}
        </ChartFigure>
        <GridFigure
          title={heat.title}
          about="Places filled, in percent, by day and starting hour"
          corner="Day"
          heads={heat.heads}
          rows={heat.rows}
          none="No classes took place."
        />
        <GridFigure
          title={cohorts.title}
          about="Still paying at the end of the month, of those who joined in it"
          corner="Joined"
          heads={cohorts.heads}
          rows={cohorts.rows}
          none="Nobody joined in the last six months."
        />
        <RoomTable rooms={data.rooms} />
        <PriceChanges prices={data.prices} />
      </div>
    </>
  )
}

/** `40k`: of amounts on an axis, without the currency that the last point tells. */
function axisWords(whole: number): string {
  return Math.abs(whole) >= 10_000
    ? `${Math.round(whole / 100) / 10}k`
    : String(Math.round(whole * 10) / 10)
}

function MonthSelect({
  name,
  label,
  value,
  options,
}: {
  name: string
  label: string
  value: string
  options: readonly { value: string; label: string }[]
}) {
  return (
    <label className="narrow on">
      <span className="vh">{label}</span>
      <select name={name} defaultValue={value}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
