import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { figureMetric } from '#app/domain/insights/figures/figure.ts'
import { cellWords } from '#app/domain/insights/reports/report-words.ts'
import { targetForm, targetMetrics } from '#app/domain/insights/targets/target-form.ts'
import { setTarget, targetsPage } from '#app/domain/insights/targets/targets.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { FilterBar } from '#app/ui/list/filter-bar.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, monthYear, percentShare } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Targets', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'insights:read')
  const { slug, locale } = ctx.studio
  const page = await targetsPage(ctx, app.url.searchParams.get('month') ?? '')
  const words = (value: number | null, metric: (typeof targetMetrics)[number]) =>
    cellWords(value, { kind: figureMetric(metric).kind }, ctx.studio)
  return {
    studio: { slug },
    rules: fieldRules(targetForm),
    month: page.month,
    monthName: monthYear(`${page.month}-01`, locale),
    months: page.months.map((value) => ({ value, label: monthYear(`${value}-01`, locale) })),
    closed: page.closed,
    open: `${count(page.open.days, 'open day')}, ${page.open.left} left`,
    targets: page.targets.map(({ id, metric, scope, name, value, now, pace }) => ({
      id,
      name:
        scope === 'studio'
          ? figureMetric(metric).name
          : `${figureMetric(metric).name}, ${name ?? 'gone'}`,
      target: words(value, metric),
      now: words(now, metric),
      done: value > 0 ? Math.max(0, Math.min(1, (now ?? 0) / value)) : 1,
      expected: pace && value > 0 ? Math.min(1, pace.expected / value) : null,
      need: paceWords(pace, (each) =>
        words(metric.startsWith('money') ? Math.ceil(each) : each, metric),
      ),
    })),
    solver: solverWords(page),
    coaches: page.coaches.map(({ id, name, came, booked, places }, i) => ({
      id,
      name,
      rank: String(i + 1),
      came: String(came),
      filled: percentShare(booked, places),
    })),
    metrics: targetMetrics.map((value) => ({ value, label: figureMetric(value).name })),
    scopes: [
      { value: 'studio', label: 'Whole studio' },
      ...page.locations.map(({ id, name }) => ({ value: `location:${id}`, label: name })),
      ...page.staff.map(({ id, name }) => ({ value: `person:${id}`, label: name })),
    ],
  }
}

type Page = Awaited<ReturnType<typeof targetsPage>>

function paceWords(pace: Page['targets'][number]['pace'], words: (each: number) => string): string {
  if (!pace) return ''
  if (pace.eachDay === null) return 'The month is over'
  if (pace.eachDay === 0) return 'Reached'
  return `You need ${pace.eachDay < 10 ? Math.round(pace.eachDay * 10) / 10 : words(Math.round(pace.eachDay))} a day`
}

/** From the goal of recurring revenue to leads a week, as sentences. */
function solverWords({ solved, leads }: Page): string[] {
  if (!solved) return []
  if (solved.joins === 0) return ['Recurring revenue is where you want it.']
  return [
    `It takes ${count(solved.joins, 'join')}: ${count(solved.leave, 'member')} may leave until then, going by the last six months.`,
    solved.leadsAWeek === null
      ? 'None of the leads of the last 90 days joined yet, so there is no rate to go by.'
      : `${leads.joined} of ${leads.leads} leads joined in the last 90 days, so that is ${count(solved.leadsAWeek, 'lead')} a week.`,
  ]
}

const refusals = {
  closed: 'That month is closed. Its targets stay as they were.',
  scope: 'A location or a person can have targets for visits and places filled.',
} as const

/** Sets or takes away a target: 303 to its month, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'insights:read')
  const submission = await parseForm(request, targetForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await setTarget(ctx, submission.value)
  if (!result.ok && result.reason === 'not_found') throw notFound()
  if (!result.ok)
    return refused(submission, { code: result.reason, form: [refusals[result.reason as 'closed']] })
  const { month, value } = submission.value
  return redirectWithFlash(
    app,
    paths.manageTargets(ctx.studio, { month }),
    value?.trim() ? 'Target set.' : 'Target taken away.',
  )
}

export default function Targets() {
  const data = useLoaderData<typeof loader>()
  const { studio, month, months, closed, targets, solver, coaches } = data
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('target', ['month', 'metric', 'scope', 'value'] as const, {
    answer,
    values: { month, scope: 'studio' },
    rules: data.rules,
  })
  return (
    <>
      <PageHead
        title="Targets"
        intro={`${data.monthName}: ${data.open}. Pace goes by days with classes.${closed ? ' The month is closed.' : ''}`}
      />
      <FilterBar label="Choose the month" action={paths.manageTargets(studio)}>
        <label className="narrow on">
          <span className="vh">Month</span>
          <select name="month" defaultValue={month}>
            {months.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </FilterBar>
      <div className="retention">
        <section aria-labelledby="aims">
          <h2 id="aims">{targets.length > 0 ? 'How far you are' : 'No targets yet'}</h2>
          {targets.length === 0 ? (
            <Empty
              icon="receipt"
              title="Set what the month is to come to"
              text="Joins, recurring revenue, visits, places filled, earnings, products. Each shows where you should be by today, and what every day left takes."
            />
          ) : (
            <ul className="target-list">
              {targets.map(({ id, name, target, now, done, expected, need }) => (
                <li key={id}>
                  <p>
                    {name}: <b>{now}</b> of {target}
                  </p>
                  <svg
                    className="pace"
                    role="img"
                    aria-label={`${Math.round(done * 100)}% of the target${expected === null ? '' : `, ${Math.round(expected * 100)}% expected by today`}`}
                    viewBox="0 0 300 14"
                    preserveAspectRatio="none"
                  >
                    <rect className="whole" x={0.5} y={1} width={299} height={12} rx={2} />
                    <rect className="done" x={0.5} y={1} width={299 * done} height={12} rx={2} />
                    {expected !== null && <path className="now" d={`M${299 * expected} 0V14`} />}
                  </svg>
                  {need && <p className="muted">{need}</p>}
                </li>
              ))}
            </ul>
          )}
          {solver.length > 0 && (
            <p className="as-of">
              {solver.join(' ')} <Link to={paths.manageLeads(studio)}>Leads</Link>
            </p>
          )}
          {!closed && (
            <LiveFormBody of={form} className="sheet-form">
              <h2>Set a target</h2>
              <HiddenFields values={{ month }} />
              <SelectField
                field={form.fields.metric}
                label="What"
                empty="Choose"
                options={data.metrics}
              />
              <SelectField field={form.fields.scope} label="For" options={data.scopes} />
              <TextField
                field={form.fields.value}
                label="Target"
                inputMode="decimal"
                hint="In money, percent or people. Leave it empty to take a target away."
              />
              <div className="form-end">
                <SendButton sending="Saving…">Set target</SendButton>
              </div>
            </LiveFormBody>
          )}
        </section>
        <section aria-labelledby="leaders">
          <h2 id="leaders">
            {coaches[0] ? `${coaches[0].name} had the most visits` : 'No classes yet this month'}
          </h2>
          {coaches.length > 0 && (
            <Table
              caption="Coaches by visits"
              rows={coaches}
              rowKey={({ id }) => id}
              columns={[
                { name: 'Rank', place: 'desk', number: true, cell: ({ rank }) => rank },
                { name: 'Coach', place: 'name', cell: ({ name }) => name },
                { name: 'Filled', place: 'under', number: true, cell: ({ filled }) => filled },
                { name: 'Visits', place: 'state', number: true, cell: ({ came }) => came },
              ]}
            />
          )}
        </section>
      </div>
    </>
  )
}
