import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { publishedWorkoutPage } from '#app/domain/overview/workouts-page.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['back-link', 'lines'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.name ?? 'Workout', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const page = await publishedWorkoutPage(ctx, viewer, params.workout ?? '')
  if (!page) throw notFound()
  return { ...page, studio: { slug: ctx.studio.slug } }
}

export default function Workout() {
  const { studio, name, kind, notes, blocks } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.workouts(studio)}>Workouts</BackLink>
      <h1>{name}</h1>
      <p className="soft">{kind}</p>
      {notes && <p>{notes}</p>}
      {blocks.map(({ letter, head, exercises }) => (
        <section key={`${letter} ${exercises[0]?.name}`} className="stack">
          {head && (
            <h2>
              {letter && `${letter}: `}
              {head.name} <span className="soft">{head.rest}</span>
            </h2>
          )}
          <ol className="lines tight">
            {exercises.map((one) => (
              <li key={`${one.name} ${one.what}`}>
                <b>{one.name}</b> {one.what}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Main>
  )
}
