import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { confirmCheckout } from '#app/domain/sales/checkout/begin-checkout.server.ts'
import { confirmPage } from '#app/domain/sales/checkout/confirm-page.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['button', 'say'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? [...pageTitle(data.title, { matches }), { name: 'robots', content: 'noindex' }] : []

/** What somebody without an account asked for; a press on it books, and opening it does nothing. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await viewStudio(context)
  const page = await confirmPage(ctx, viewer, params.token ?? '')
  if (!page) throw notFound()
  const { slug, name } = ctx.studio
  const titles = {
    open: page.when ? 'Book your place' : `Get ${page.what}`,
    done: doneTitle(page),
    unpaid: 'Three to pay first',
    over: 'This link is over',
    refused: 'Not booked',
  }
  return { ...page, title: titles[page.state], studio: { slug, name } }
}

const doneTitle = ({ when, booked }: { when: string | null; booked: boolean }) => {
  if (when === null) return 'It is yours'
  return booked ? 'Booked' : 'Not booked'
}

/** Books: 303 to this page, which says how it went. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await viewStudio(context)
  const token = params.token ?? ''
  const done = await confirmCheckout(ctx, token)
  if (!done.ok && done.reason === 'not_found') throw notFound()
  deliverSoon(app, ctx.db)
  return redirect(paths.checkoutProof(ctx.studio, token), 303)
}

export default function ConfirmCheckout() {
  const { studio, title, state, what, when, left, terms, restart, why, booked, waits } =
    useLoaderData<typeof loader>()
  const rest = waits ? ' You can use the rest of it once you have paid.' : ''
  return (
    <Main slim>
      <h1>{title}</h1>
      <p>
        <b>{what}</b>
        {when && `, ${when}`}
      </p>
      {state === 'open' && (
        <form method="post" className="stack">
          {terms && <p>{terms}</p>}
          <SubmitButton>{when ? 'Book my place' : 'Confirm'}</SubmitButton>
          <p className="soft">
            {left && `${left} to pay at the desk.`}
            {rest}
          </p>
        </form>
      )}
      {state === 'done' && (
        <>
          <p>
            {when && !booked
              ? `What you bought is yours, but the class could not be booked. ${why} `
              : 'You have it. '}
            {left && `${left} to pay at the desk of ${studio.name}.`}
            {rest}
          </p>
          <p>
            <a
              className="button"
              href={paths.signUp({ next: paths.portal(studio), studio: studio.slug })}
            >
              Create an account
            </a>
          </p>
        </>
      )}
      {state === 'refused' && <p>{why} There is nothing to pay.</p>}
      {state === 'unpaid' && (
        <p>You have three bookings to pay at the desk. Pay one of them first, or pay online.</p>
      )}
      {(state === 'over' || state === 'unpaid' || state === 'refused') && (
        <p>
          <a className="button primary" href={restart}>
            Start again
          </a>
        </p>
      )}
    </Main>
  )
}
