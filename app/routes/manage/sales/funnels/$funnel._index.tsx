import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { funnelActForm } from '#app/domain/funnels/funnel-forms.ts'
import {
  attributionWords,
  conversionWords,
  type FunnelStep,
  funnelActDone,
  funnelActs,
  funnelActWords,
  funnelStateWords,
  funnelSteps,
  funnelTones,
  halvesView,
  peopleShown,
  simulated,
  simulatedAtMost,
  stepNames,
  stepShare,
  viewWords,
} from '#app/domain/funnels/funnel-words.ts'
import { funnelPage, type StartRow } from '#app/domain/funnels/funnels-page.server.ts'
import { setFunnelState } from '#app/domain/funnels/save-funnel.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { FunnelChart } from '#app/ui/chart/bar-chart.tsx'
import { ChartFigure } from '#app/ui/chart/figure-frame.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Figures } from '#app/ui/list/figures.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayShort, deadline } from '#app/values/wording.ts'
import { Campaigns, Halves, Simulator } from './funnel-parts/funnel-tests.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.name ?? 'Funnel', { matches })

const reminderWords = {
  none: '',
  waiting: '',
  sent: 'Reminded by email',
  left_out: '',
} as const

/** How far somebody came. */
function reachedStep({ attendedAt, bookedAt, paidAt }: StartRow): FunnelStep {
  if (attendedAt) return 'attended'
  if (bookedAt) return 'booked'
  return paidAt ? 'paid' : 'started'
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const asked = app.url.searchParams.get('step')
  const step = funnelSteps.find((one) => one === asked) ?? 'started'
  const page = await funnelPage(ctx, params.funnel ?? '', step)
  if (!page) throw notFound()
  const { funnel, people, days, halves, campaigns } = page
  const more = Number(app.url.searchParams.get('people') ?? '100')
  const simulate = Number.isInteger(more) && more >= 1 && more <= simulatedAtMost ? more : 100
  const { timeZone, locale, slug } = ctx.studio
  const { state, coupon } = funnel
  return {
    studio: { slug },
    id: funnel.id,
    name: funnel.name,
    step,
    label: { text: funnelStateWords[state], tone: funnelTones[state] },
    acts: funnelActs[state],
    sold: funnel.sold === 1,
    link: paths.offer(ctx.studio, funnel.slug),
    address: `${ctx.origin}${paths.offer(ctx.studio, funnel.slug)}`,
    sells: `${funnel.offerName}${coupon ? ` with coupon ${coupon}` : ''}`,
    since: funnel.liveSince ? `Live since ${deadline(funnel.liveSince, timeZone, locale)}.` : '',
    conversion: conversionWords(funnel),
    views: funnel.views,
    halves: funnel.headlineB || funnel.textB ? halvesView(funnel, halves) : null,
    campaigns,
    simulate: { people: simulate, outcome: simulated(funnel, simulate), of: funnel.started },
    steps: funnelSteps.map((one, i) => {
      const share = stepShare(funnel, i)
      return {
        ...{ id: one, name: stepNames[one], value: funnel[one], share },
        words: share ? `${funnel[one]}, ${share}` : `${funnel[one]}`,
      }
    }),
    days: days.map(({ day, views }) => ({ id: day, cells: [dayShort(day, locale), `${views}`] })),
    people: people.map((person) => ({
      id: person.personId,
      name: person.name,
      started: deadline(person.startedAt, timeZone, locale),
      reached: stepNames[reachedStep(person)],
      reminder: reminderWords[person.reminder],
    })),
  }
}

/** Sets its state: 303 to the page, or why not. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const id = params.funnel ?? ''
  const here = paths.manageFunnel(ctx.studio, id)
  if (!(await funnelPage(ctx, id, 'started'))) throw notFound()
  const submission = await parseForm(request, funnelActForm)
  if (submission.status !== 'success')
    throw refusalPage('nothing_chosen', 'Choose what to do with it.', here)
  const { act } = submission.value
  const result = await setFunnelState(ctx, id, act)
  if (result.ok) return redirectWithFlash(app, here, funnelActDone[act])
  if (result.reason === 'not_found') throw notFound()
  throw result.reason === 'not_sold'
    ? refusalPage('not_sold', 'What it sells isn’t on sale. Edit it and choose another.', here)
    : refusalPage('not_now', 'It has ended, or is a draft: that isn’t possible now.', here)
}

export default function Funnel() {
  const data = useLoaderData<typeof loader>()
  const { studio, id, name, step, label, acts, sold, link, address, people, steps } = data
  return (
    <>
      <BackLink to={paths.manageFunnels(studio)}>Funnels</BackLink>
      <PageHead
        title={name}
        intro={
          <>
            <Label {...label} /> Sells {data.sells}
            {sold ? '' : ', which isn’t on sale'}. {data.since} Its page:{' '}
            <a href={link}>{address}</a>
          </>
        }
        actions={
          <>
            <Link className="button" to={paths.manageFunnelEdit(studio, id)}>
              Edit
            </Link>
            {acts.map((act) => (
              <Form method="post" key={act}>
                <button
                  type="submit"
                  className={act === 'live' ? 'button primary' : 'button'}
                  name="act"
                  value={act}
                >
                  {funnelActWords[act]}
                </button>
              </Form>
            ))}
          </>
        }
      />
      <Figures
        rows={[
          { name: 'Views', value: data.views },
          ...steps.map((one) => ({
            name: one.name,
            value: <Link to={paths.manageFunnel(studio, id, { step: one.id })}>{one.value}</Link>,
          })),
        ]}
      />
      <ChartFigure
        title={data.conversion}
        about={attributionWords}
        head={['Step', 'People', 'Of the step before']}
        rows={steps.map((one) => ({ id: one.id, cells: [one.name, `${one.value}`, one.share] }))}
      >
        <FunnelChart
          title="People at each step"
          description={steps.map((one) => `${one.name}: ${one.words}`).join('; ')}
          steps={steps}
        />
      </ChartFigure>
      {data.halves && <Halves halves={data.halves} />}
      {data.campaigns.length > 0 && <Campaigns rows={data.campaigns} />}
      <Simulator {...data.simulate} />
      <section className="more" aria-labelledby="people">
        <div className="section-head">
          <h2 id="people">People: {stepNames[step].toLowerCase()}</h2>
        </div>
        {people.length > 0 ? (
          <Table
            caption={`People, newest first, ${peopleShown} at most`}
            rows={people}
            rowKey={(person) => person.id}
            columns={[
              {
                name: 'Name',
                place: 'name',
                cell: (person) => (
                  <Link to={paths.managePerson(studio, person.id)}>{person.name}</Link>
                ),
              },
              { name: 'First started', place: 'under', cell: (person) => person.started },
              { name: 'Reminder', place: 'desk', cell: (person) => person.reminder },
              { name: 'Came as far as', place: 'state', cell: (person) => person.reached },
            ]}
          />
        ) : (
          <p className="muted">Nobody yet. Share the link above, and people appear here.</p>
        )}
      </section>
      <section className="more" aria-labelledby="views">
        <div className="section-head">
          <h2 id="views">Views in the last 14 days</h2>
        </div>
        <p className="muted">{viewWords}</p>
        {data.days.length > 0 && (
          <Table
            caption={`Views a day, ${count(data.days.length, 'day')}`}
            rows={data.days}
            rowKey={(day) => day.id}
            columns={[
              { name: 'Day', place: 'name', cell: ({ cells }) => cells[0] },
              { name: 'Views', place: 'state', number: true, cell: ({ cells }) => cells[1] },
            ]}
          />
        )}
      </section>
    </>
  )
}
