import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { historyPage } from '#app/domain/overview/training/log-pages.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { pageNumberOf } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['back-link', 'lines', 'button'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Everything you did', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const page = Math.min(pageNumberOf(app.url), 1_000)
  return { ...(await historyPage(ctx, viewer, page)), page, studio: { slug: ctx.studio.slug } }
}

export default function History() {
  const { studio, logs, page, more } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.workouts(studio)}>Workouts</BackLink>
      <h1>Everything you did</h1>
      {logs.length === 0 && <p>{page > 1 ? 'There is no more.' : 'Nothing yet.'}</p>}
      <ul className="lines tight">
        {logs.map(({ id, name, day, about }) => (
          <li key={id}>
            <a className="go" href={paths.workout(studio, id)}>
              <span>
                <b>{name}</b>
                <br />
                <small className="soft">
                  {day}. {about}
                </small>
              </span>
              <Icon name="next" />
            </a>
          </li>
        ))}
      </ul>
      <p className="pair">
        {page > 1 && (
          <a className="button" href={paths.workoutHistory(studio, { page: page - 1 })}>
            Later ones
          </a>
        )}
        {more && (
          <a className="button" href={paths.workoutHistory(studio, { page: page + 1 })}>
            Earlier ones
          </a>
        )}
      </p>
    </Main>
  )
}
