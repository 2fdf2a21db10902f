import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { findUnsubscriber, unsubscribe } from '#app/domain/people/consents/unsubscribe.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['form', 'button'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => [
  ...pageTitle('Unsubscribe', { matches }),
  { name: 'robots', content: 'noindex' },
]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await viewStudio(context)
  const who = await findUnsubscriber(ctx, params.token ?? '')
  if (!who) throw notFound()
  return { studio: { slug: ctx.studio.slug, name: ctx.studio.name }, done: who.done }
}

/** Ends news and offers: 303 back. Mail programs press it by themselves, without a page. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { ctx } = await viewStudio(context)
  const token = params.token ?? ''
  if (!(await unsubscribe(ctx, token))) throw notFound()
  return redirect(paths.unsubscribe(ctx.studio, token), 303)
}

export default function Unsubscribe() {
  const { studio, done } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <div className="stack">
        <h1>{done ? 'Unsubscribed' : 'Unsubscribe?'}</h1>
        <p>
          {done
            ? `${studio.name} no longer sends you news and offers.`
            : `${studio.name} will stop sending you news and offers by email and text.`}
        </p>
        <p className="soft">Messages about your bookings and payments still reach you.</p>
      </div>
      {!done && (
        <form method="post" className="stack">
          <SubmitButton>Unsubscribe</SubmitButton>
        </form>
      )}
    </Main>
  )
}
