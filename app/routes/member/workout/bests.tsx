import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { bestsPage } from '#app/domain/overview/training/log-pages.server.ts'
import { epleySource } from '#app/domain/training-log/bests/epley.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['back-link', 'next', 'log'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Your bests', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const page = await bestsPage(ctx, viewer)
  return { ...page, source: epleySource, studio: { slug: ctx.studio.slug } }
}

export default function Bests() {
  const { studio, exercises, source } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.workouts(studio)}>Workouts</BackLink>
      <h1>Your bests</h1>
      {exercises.length === 0 ? (
        <p>Your bests appear here once you log sets.</p>
      ) : (
        <p className="soft">
          Warm-ups don’t count. The estimated max is worked out from your best set. {source}; a
          single is its own weight.
        </p>
      )}
      {exercises.map(({ name, bests }) => (
        <section className="stack" key={name}>
          <h2>{name}</h2>
          <ul className="won">
            {bests.map((best) => (
              <li key={best.what}>
                <span>
                  <b>{best.what}</b>
                  <small className="soft">
                    <a href={paths.workout(studio, best.log)}>{best.day}</a>
                  </small>
                </span>
                <span className="big-n num">{best.value}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Main>
  )
}
