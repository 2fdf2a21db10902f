import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { wayAsked, wayWords } from '#app/domain/flows/plan/flow-level.ts'
import { sideWords, totalSeconds } from '#app/domain/flows/plan/flow-plan.ts'
import { amountWords, lengthWords } from '#app/domain/flows/plan/flow-words.ts'
import { taughtFlowPage } from '#app/domain/overview/training/flow-page.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { clockTime } from '#app/values/wording.ts'

export const handle = { styles: ['teach'] } satisfies PageHandle

/** Seconds until a screen asks again: what was changed in the planner is there before its item comes. */
const askAgain = 60

/** The page asks again automatically, without a script; `?still=1` is for who reads it at leisure. */
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => {
  const refresh = loaderHeaders.get('Refresh')
  return refresh ? { Refresh: refresh } : {}
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `${data.title} on a screen` : 'Flow', { matches })

/** What a room may read: names of items and nobody's name. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'training:read')
  const flowId = params.flow ?? ''
  const occurrenceId = (app.url.searchParams.get('class') ?? '').slice(0, 40)
  const way = wayAsked(app.url.searchParams.get('way'))
  const asked = { flowId, occurrenceId, way }
  const page = await taughtFlowPage(ctx, { actor: ctx.actor, viewer }, asked)
  if (!page) throw notFound()
  const { plan } = page
  const still = app.url.searchParams.get('still') === '1'
  const here = page.class ? { class: page.class.id } : {}
  const data = {
    title: plan.about.title,
    still,
    other: paths.manageFlowView(ctx.studio, flowId, 'tv', {
      ...here,
      way: way === 'planned' ? undefined : way,
      still: still ? undefined : 1,
    }),
    back: paths.manageFlow(ctx.studio, flowId, here),
    intro: [
      way !== 'planned' && wayWords[way],
      page.class && `${clockTime(page.class.localStart, ctx.studio.locale)} ${page.class.title}`,
      plan.about.focus && `To ${plan.about.focus}`,
      lengthWords(totalSeconds(plan)),
    ]
      .filter(Boolean)
      .join(', '),
    blocks: plan.blocks
      .filter(({ items }) => items.length > 0)
      .map((block) => ({
        id: block.id,
        name: block.name,
        items: block.items.map((item) => ({
          id: item.id,
          name: item.name,
          what: [amountWords(item, plan.about), item.side && sideWords[item.side].toLowerCase()]
            .filter(Boolean)
            .join(', '),
        })),
      })),
  }
  return json(data, { headers: still ? {} : { Refresh: String(askAgain) } })
}

export default function Tv() {
  const { title, intro, back, blocks, still, other } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="tv">
      <header>
        <h1>{title}</h1>
        <p>{intro}</p>
        <a href={other}>{still ? 'Keep up to date' : 'Stop updates'}</a>
        <a href={back} aria-label="Close and return to the flow">
          <Icon name="cross" />
        </a>
      </header>
      <div className="tv-blocks">
        {blocks.map((block) => (
          <section key={block.id}>
            <h2>{block.name}</h2>
            <ol>
              {block.items.map((item) => (
                <li key={item.id}>
                  <b>{item.name}</b> <span>{item.what}</span>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </main>
  )
}
