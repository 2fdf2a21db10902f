import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { cueSheet } from '#app/domain/flows/library/flow-pdf.ts'
import { type FlowWay, wayAsked, wayWords } from '#app/domain/flows/plan/flow-level.ts'
import { secondsOf, sideWords, totalSeconds } from '#app/domain/flows/plan/flow-plan.ts'
import { amountWords, plannedWords, timerWords } from '#app/domain/flows/plan/flow-words.ts'
import { insteadOf } from '#app/domain/flows/roster/roster-marks.ts'
import { taughtFlowPage } from '#app/domain/overview/training/flow-page.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { ViewChips } from '#app/ui/list/filter-bar.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayShortTime } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Print ${data.title}` : 'Flow', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'training:read')
  const flowId = params.flow ?? ''
  const occurrenceId = (app.url.searchParams.get('class') ?? '').slice(0, 40)
  const way = wayAsked(app.url.searchParams.get('way'))
  const asked = { flowId, occurrenceId, way }
  const page = await taughtFlowPage(ctx, { actor: ctx.actor, viewer }, asked)
  if (!page) throw notFound()
  const { plan, flow } = page
  let at = 0
  const paper = (shown: FlowWay) => ({
    class: page.class?.id,
    way: shown === 'planned' ? undefined : shown,
  })
  const view = (to: 'pdf' | 'tv' | 'teach' | 'cues.csv') =>
    paths.manageFlowView(ctx.studio, flowId, to, paper(way))
  return {
    studio: { slug: ctx.studio.slug },
    id: flowId,
    views: { pdf: view('pdf'), tv: view('tv'), teach: view('teach'), cues: view('cues.csv') },
    ways: page.ways.map((one) => ({
      name: wayWords[one],
      path: paths.manageFlowView(ctx.studio, flowId, 'print', paper(one)),
      current: one === way,
    })),
    title: plan.about.title,
    notes: plan.about.notes,
    intro: [
      page.class &&
        `${dayShortTime(page.class.localStart, ctx.studio.locale)}, ${page.class.title}, with ${page.class.coachName}`,
      way !== 'planned' && wayWords[way],
      plannedWords(totalSeconds(plan), plan.about.minutes),
      `Version ${flow.shown}`,
    ]
      .filter(Boolean)
      .join('. '),
    blocks: plan.blocks
      .filter(({ items }) => items.length > 0)
      .map((block) => ({
        id: block.id,
        name: block.name,
        items: block.items.map((item) => {
          const from = timerWords(at)
          at += secondsOf(item, plan.about)
          return {
            id: item.id,
            from,
            name: item.name,
            cue: item.cue,
            transition: item.transition,
            easier: item.easier,
            harder: item.harder,
            length: amountWords(item, plan.about),
            side: item.side === '' ? '' : sideWords[item.side],
          }
        }),
      })),
    music: cueSheet(plan),
    /** The items that are shown instead are not checked for anybody. */
    asPlanned: way !== 'planned',
    instead: insteadOf(
      plan.blocks.flatMap(({ items }) => items),
      page.marks,
    ),
  }
}

export default function PrintFlow() {
  const { studio, id, title, intro, notes, blocks, music, instead, asPlanned, ways, views } =
    useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageFlow(studio, id)}>{title}</BackLink>
      <PageHead
        title={title}
        intro={`${intro}.`}
        actions={
          <>
            <a className="button" href={views.tv}>
              TV view
            </a>
            <a className="button" href={views.teach}>
              Teach
            </a>
            <a className="button" href={views.pdf}>
              Download as PDF
            </a>
          </>
        }
      />
      {ways.length > 1 && <ViewChips views={ways} />}
      {notes && <p className="as-typed">{notes}</p>}
      {blocks.map((block) => (
        <section key={block.id} className="part">
          <h2>{block.name}</h2>
          <Table
            caption={`Items of ${block.name}`}
            columns={[
              { name: 'From', place: 'state', date: true, cell: ({ from }) => from },
              {
                name: 'Item',
                place: 'name',
                cell: ({ name, cue, transition, easier, harder }) => (
                  <>
                    {name}
                    {[
                      transition && `From ${transition}`,
                      cue,
                      easier && `Or: ${easier}`,
                      harder && `Harder: ${harder}`,
                    ]
                      .filter(Boolean)
                      .map((line) => (
                        <small key={String(line)} className="cue-line">
                          {line}
                        </small>
                      ))}
                  </>
                ),
              },
              { name: 'Side', place: 'under', cell: ({ side }) => side },
              { name: 'Length', place: 'under', cell: ({ length }) => length },
            ]}
            rows={block.items}
            rowKey={(item) => item.id}
          />
        </section>
      ))}
      {instead.length > 0 && (
        <section className="part">
          <h2>In this class instead</h2>
          {asPlanned && <p className="muted">Checked for the flow as planned.</p>}
          <ul className="lines">
            {instead.map(({ who, what, why }) => (
              <li key={`${who} ${what}`}>
                <b>{who}</b> {what} <span className="muted">({why})</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {music.length > 0 && (
        <section className="part">
          <h2>Music</h2>
          <Table
            caption="Music in the order it plays"
            columns={[
              { name: 'From', place: 'state', date: true, cell: ({ from }) => from },
              { name: 'Title', place: 'name', cell: ({ title: name }) => name },
              { name: 'With', place: 'under', cell: ({ item }) => item },
              { name: 'Length', place: 'under', cell: ({ length }) => length },
              { name: 'Licence', place: 'under', cell: ({ licence }) => licence },
            ]}
            rows={music}
            rowKey={({ from, title: name }) => `${from} ${name}`}
          />
          <p className="do">
            <a className="button" href={views.cues} download>
              Cue sheet as CSV
            </a>
          </p>
        </section>
      )}
    </>
  )
}
