import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { referrerOf } from '#app/domain/people/referrals/keep-referral.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['button'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => [
  ...pageTitle('A friend invites you', { matches }),
  { name: 'robots', content: 'noindex' },
]

/** The link of a member: its code goes with the friend to the page where they sign up. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await viewStudio(context)
  const code = params.code ?? ''
  const by = await referrerOf(ctx, code)
  if (by === null) throw notFound()
  const { slug, name } = ctx.studio
  return { studio: { slug, name }, by, join: paths.join(ctx.studio, { friend: code }) }
}

export default function Friend() {
  const { studio, by, join } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <h1>
        {by} invites you to {studio.name}
      </h1>
      <p>Look at the classes, then open an account: it is free, and you can book straight away.</p>
      <p className="pair start">
        <a className="button primary" href={join}>
          Open an account
        </a>
        <a className="button" href={paths.timetable(studio)}>
          See the classes
        </a>
      </p>
    </Main>
  )
}
