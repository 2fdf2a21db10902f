import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { publishedWorkoutsPage } from '#app/domain/overview/workouts-page.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['lines', 'account'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Workouts', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const { slug, name } = ctx.studio
  return { ...(await publishedWorkoutsPage(ctx, viewer)), studio: { slug, name } }
}

export default function Workouts() {
  const { studio, workouts } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <h1>Workouts</h1>
      {workouts.length === 0 ? (
        <p>{studio.name} hasn’t published a workout yet.</p>
      ) : (
        <ul className="lines tight">
          {workouts.map(({ id, name, kind, since }) => (
            <li key={id}>
              <a className="go" href={paths.workout(studio, id)}>
                <span>
                  {name} <span className="soft">{`${kind}, ${since}`}</span>
                </span>
                <Icon name="next" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Main>
  )
}
