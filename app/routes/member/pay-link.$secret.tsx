import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { json, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { payByLink, payLinkPage } from '#app/domain/sales/collecting/pay-link-page.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { payingSentences } from '#app/http/payments/begin-payment.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['form', 'button', 'lines', 'say'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  ...pageTitle(data?.title ?? 'Pay', { matches }),
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** What the link pays; coming back from Stripe (`?done`) says how it went. 410 once it is no good. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await viewStudio(context)
  const done = app.url.searchParams.get('done')
  const page = await payLinkPage(ctx, payingContext(app.env, ctx), params.secret ?? '', done)
  if (!page) throw notFound()
  deliverSoon(app, ctx.db)
  const gone = page.kind === 'gone'
  return json({ ...page, studio: { name: ctx.studio.name } }, { status: gone ? 410 : 200 })
}

/** Begins the payment: 303 to where it leads on; 410 for a link that is no good any more. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await viewStudio(context)
  const paying = payingContext(app.env, ctx)
  const secret = params.secret ?? ''
  const here = paths.payLink(ctx.studio, secret)
  if (!paying) throw notFound()
  const begun = await payByLink(paying, secret, {
    doneUrl: (attemptId) =>
      `${app.origin}${paths.payLink(ctx.studio, secret, { done: attemptId })}`,
  })
  if (begun.ok) return redirect(paths.payLink(ctx.studio, secret, { done: begun.attemptId }), 303)
  if (begun.reason === 'not_found') throw notFound()
  if (begun.reason === 'gone') {
    const text = 'This link is no good any more. Nothing was taken.'
    throw new Response(text, { status: 410, headers: { 'Content-Type': 'text/plain' } })
  }
  throw refusalPage(begun.reason, payingSentences[begun.reason], here)
}

export default function PayLink() {
  const { title, text, problem, onward, pay, studio } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <div className="stack">
        <h1>{title}</h1>
        {problem && (
          <p className="say" role="alert">
            {problem}
          </p>
        )}
        {text.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {onward && (
        <p>
          <a className="button primary" href={onward.url} rel="noreferrer">
            {onward.label}
          </a>
        </p>
      )}
      {pay && (
        <form method="post" className="stack">
          <SubmitButton>{pay}</SubmitButton>
          <p className="soft">
            You type your card number on Stripe’s page. {studio.name} never sees it.
          </p>
        </form>
      )}
    </Main>
  )
}
