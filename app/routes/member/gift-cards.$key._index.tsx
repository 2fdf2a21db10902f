import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { giftCardView } from '#app/domain/sales/gift-cards/gift-card-view.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['button', 'checkout', 'print', 'sheet'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageTitle('Gift card', { matches }),
  { name: 'robots', content: 'noindex' },
]

/** A gift card for anyone who has its link: to read, to print, and with what is left on it. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await viewStudio(context)
  const key = params.key ?? ''
  const view = await giftCardView(ctx, key, viewer)
  if (!view) throw notFound()
  const { slug, name } = ctx.studio
  return { ...view, studio: { slug, name }, pdf: paths.giftCardPdf(ctx.studio, key) }
}

export default function GiftCard() {
  const { studio, amount, left, code, pays, state, to, from, message, until, pdf } =
    useLoaderData<typeof loader>()
  return (
    <Main slim>
      <section className="panel stack" aria-labelledby="card">
        <p className="soft">{studio.name}</p>
        <h1 id="card">Gift card, {amount}</h1>
        {message && <p className="pre">{message}</p>}
        <ul className="sum">
          {to && <Fact name="For" value={to} />}
          {from && <Fact name="From" value={from} />}
          <Fact name="Good until" value={until || 'It doesn’t expire'} />
          {left && left !== amount && <Fact name="Left on it" value={left} />}
          <li className="total">
            <span>{code ? 'Code' : 'State'}</span>
            <b className="num">{code || state}</b>
          </li>
        </ul>
        {pays && (
          <p className="soft">
            Say the code at the desk. You can spend it in parts: what is left stays on the card.
            Anyone who has the code can spend it.
          </p>
        )}
      </section>
      <p className="not-print">
        <a className="button" href={pdf} download>
          Download as PDF
        </a>
      </p>
    </Main>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <li>
    <span>{name}</span>
    <b>{value}</b>
  </li>
)
