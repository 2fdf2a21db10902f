import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { myGiftCardsPage } from '#app/domain/sales/gift-cards/my-gift-cards-page.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { State } from '#app/ui/state/state.tsx'

export const handle = {
  styles: ['back-link', 'button', 'lines', 'state', 'tag'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Gift cards', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const { slug, name } = ctx.studio
  return { ...(await myGiftCardsPage(ctx, viewer)), studio: { slug, name } }
}

export default function GiftCards() {
  const { studio, cards, sold } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.portalInvoices(studio)}>Invoices and payments</BackLink>
      <h1>Gift cards</h1>
      <p>
        To spend a card, open an <a href={paths.portalInvoices(studio)}>invoice</a> and enter the
        code, or say it at the desk. What is left stays on the card.
      </p>
      {cards.length > 0 ? (
        <ul className="lines">
          {cards.map(({ id, name, end, bought, left, until, state, href }) => (
            <li key={id} className="between">
              <span>
                <b>{name}</b> <span className="tag">{state}</span>
                <br />
                <span className="soft">
                  Card {end}, bought on {bought}. {left && `${left} left. `}
                  {until && `Good until ${until}.`}
                </span>
              </span>
              {href && (
                <a className="button" href={href}>
                  See and print<span className="vh"> the card {end}</span>
                </a>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <State icon="card" title="No gift cards bought">
          <p>Cards that you buy at {studio.name} are here, with what is left on each.</p>
        </State>
      )}
      {sold && (
        <p>
          <a className="button" href={paths.buyGiftCard(studio)}>
            Buy a gift card
          </a>
        </p>
      )}
    </Main>
  )
}
