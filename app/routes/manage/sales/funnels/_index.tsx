import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import {
  attributionWords,
  conversionWords,
  funnelStateWords,
  funnelTemplates,
  funnelTones,
  viewWords,
} from '#app/domain/funnels/funnel-words.ts'
import { listFunnels } from '#app/domain/funnels/funnels-page.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BarChart } from '#app/ui/chart/bar-chart.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { percentShare } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Funnels', { matches })

/** Bars that the plot has at most; one alone would compare nothing. */
const drawn = 8

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  const funnels = await listFunnels(ctx)
  return {
    studio: { slug: ctx.studio.slug },
    funnels: funnels.map((funnel) => ({
      id: funnel.id,
      name: funnel.name,
      label: { text: funnelStateWords[funnel.state], tone: funnelTones[funnel.state] },
      sells: funnel.sold ? funnel.offerName : `${funnel.offerName}, not on sale`,
      conversion: conversionWords(funnel),
      views: funnel.views,
      started: funnel.started,
    })),
    bars: funnels
      .filter(({ started }) => started > 0)
      .toSorted((a, b) => b.paid / b.started - a.paid / a.started)
      .slice(0, drawn)
      .map(({ id, name, paid, started }) => ({
        id,
        name,
        value: (paid / started) * 100,
        words: percentShare(paid, started),
      })),
    templates: funnelTemplates.map(({ key, name, about }) => ({ key, name, about })),
  }
}

export default function Funnels() {
  const { studio, funnels, bars, templates } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Funnels"
        intro="An offer with a page of its own, and how far people come from it: started, paid, booked, attended."
        actions={
          <Link className="button primary" to={paths.manageFunnelNew(studio)}>
            Add a funnel
          </Link>
        }
      />
      {funnels.length > 0 ? (
        <Table
          caption="Funnels, live ones first"
          rows={funnels}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Name',
              place: 'name',
              cell: ({ id, name }) => <Link to={paths.manageFunnel(studio, id)}>{name}</Link>,
            },
            { name: 'Sells', place: 'under', cell: ({ sells }) => sells },
            { name: 'How far people came', place: 'under', cell: ({ conversion }) => conversion },
            { name: 'Views', place: 'desk', number: true, cell: ({ views }) => views },
            { name: 'Started', place: 'desk', number: true, cell: ({ started }) => started },
            { name: 'State', place: 'state', cell: ({ label }) => <Label {...label} /> },
          ]}
        />
      ) : (
        <Empty
          icon="receipt"
          title="No funnels yet"
          text="A funnel is a page with one offer. Share its link, and see how many people start, pay, book and come. Begin with one below."
        />
      )}
      {bars.length > 1 && (
        <section className="chart more" aria-labelledby="paid-share">
          <h2 id="paid-share">Of people who started, how many paid</h2>
          <BarChart
            title="Of people who started, how many paid"
            description={bars.map(({ name, words }) => `${name}: ${words}`).join('; ')}
            bars={bars}
          />
        </section>
      )}
      <section className="more" aria-labelledby="templates">
        <div className="section-head">
          <h2 id="templates">Begin with</h2>
        </div>
        <ul className="lines">
          {templates.map(({ key, name, about }) => (
            <li key={key}>
              <b>{name}</b>
              <span className="muted">{about}</span>
              <Link className="button small" to={paths.manageFunnelNew(studio, { template: key })}>
                Use<span className="vh"> {name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {funnels.length > 0 && (
        <p className="muted more">
          {attributionWords} {viewWords}
        </p>
      )}
    </>
  )
}
