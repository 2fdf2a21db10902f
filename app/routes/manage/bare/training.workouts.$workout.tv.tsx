import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { screenPage } from '#app/domain/overview/training/board-page.server.ts'
import { boardScope } from '#app/domain/training-log/board/board-scope.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['teach'] } satisfies PageHandle

/** Seconds until a screen asks again: a result is there before the next person has looked. */
const askAgain = 30

/** The page asks again automatically, without a script; `?still=1` is for who reads it at leisure. */
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => {
  const refresh = loaderHeaders.get('Refresh')
  return refresh ? { Refresh: refresh } : {}
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `${data.name} on a screen` : 'Workout', { matches })

/** What a room may read: the workout, and results of those who agreed to be shown. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:read')
  const workoutId = params.workout ?? ''
  const page = await screenPage(ctx, workoutId, boardScope(app.url))
  if (!page) throw notFound()
  const { searchParams } = app.url
  const inClass = searchParams.get('class')?.slice(0, 40)
  const still = searchParams.get('still') === '1'
  return json(
    {
      ...page,
      still,
      other: paths.manageWorkoutScreen(ctx.studio, workoutId, {
        class: inClass,
        day: searchParams.get('day')?.slice(0, 10),
        still: still ? undefined : '1',
      }),
      back: inClass
        ? paths.manageClassResults(ctx.studio, inClass)
        : paths.manageWorkout(ctx.studio, workoutId),
    },
    { headers: still ? {} : { Refresh: String(askAgain) } },
  )
}

export default function Tv() {
  const { name, of, notes, back, blocks, board, still, other } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="tv">
      <header>
        <h1>{name}</h1>
        <p>{of}</p>
        <a href={other}>{still ? 'Keep up to date' : 'Stop updates'}</a>
        <a href={back} aria-label="Close and return">
          <Icon name="cross" />
        </a>
      </header>
      <div className="tv-blocks">
        <section>
          {blocks.map((block) => (
            <div key={block.key}>
              {block.name && <h2>{block.name}</h2>}
              <ol>
                {block.items.map((item) => (
                  <li key={item.key}>
                    <b>{item.name}</b> <span>{item.what}</span>
                  </li>
                ))}
              </ol>
            </div>
          ))}
          {notes && <p>{notes}</p>}
        </section>
        {board.length === 0 && (
          <section>
            <h2>Results</h2>
            <p>No results yet. People who agreed to be shown appear here.</p>
          </section>
        )}
        {board.map((division) => (
          <section key={division.division}>
            <h2>{division.name}</h2>
            <ol>
              {division.rows.map((row) => (
                <li key={row.personId} className="at">
                  <b>
                    {row.rank}. {row.name}
                  </b>{' '}
                  <b>{row.result}</b>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </main>
  )
}
