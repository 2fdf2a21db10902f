import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import type { OfferWords } from '#app/domain/entitlements/offer-words.ts'
import { pricesPage } from '#app/domain/overview/prices-page.server.ts'
import { studioPlace } from '#app/domain/scope/studio-place.ts'
import { viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { ContactLinks, hasContact } from '#app/ui/layout/contact-links.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Pips, pipsOf } from '#app/ui/pips/pips.tsx'
import { OfferList } from '#app/ui/sales/offer-list.tsx'
import { shareMeta } from '#app/ui/share/share-meta.ts'
import { State } from '#app/ui/state/state.tsx'

export const handle = {
  styles: ['offer', 'pips', 'sheet', 'back-link', 'button', 'state'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return []
  const { studio, wanted } = data
  return shareMeta(
    { matches },
    {
      title: wanted ? `Prices for ${wanted.title}` : 'Prices',
      description: `What classes, packs and memberships cost at ${studio.name}, and how to pay.`,
      path: paths.prices(studio),
    },
  )
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const { slug, name, legalName, contactEmail, contactPhone } = ctx.studio
  return {
    ...(await pricesPage(ctx, viewer, app.url.searchParams.get('for') ?? '')),
    studio: { slug, name, legalName, contactEmail, contactPhone },
    where: studioPlace(ctx.studio),
  }
}

export default function Prices() {
  const { studio, wanted, intro, told, singles, packages, plans, gifts } =
    useLoaderData<typeof loader>()
  const of = wanted ? { class: wanted.id } : {}
  const empty = !intro && singles.length + packages.length + plans.length === 0
  return (
    <Main>
      {wanted && <BackLink to={paths.occurrence(studio, wanted.id)}>{wanted.title}</BackLink>}
      <div className="stack">
        <h1>{wanted ? `What pays for ${wanted.title}` : 'Prices'}</h1>
        <p className="soft">
          {wanted && `${wanted.when}. `}
          {told.map((sentence) => `${sentence} `)}You pay {studio.legalName || studio.name}.
        </p>
      </div>
      {intro && (
        <IntroOffer
          offer={intro}
          name={studio.name}
          buy={paths.checkout(studio, { pack: intro.id })}
        />
      )}
      {empty ? (
        <State icon="receipt" title={wanted ? 'Ask us about this class' : 'No prices here yet'}>
          <p>{studio.name} tells you what it costs. Get in touch, or ask at the desk.</p>
        </State>
      ) : (
        <div className="three">
          <OfferList
            id="one"
            title="One class at a time"
            offers={singles}
            {...(wanted
              ? { label: 'Book', buy: () => paths.checkout(studio, { class: wanted.id }) }
              : {})}
          />
          <OfferList
            id="packs"
            title="Packs"
            offers={packages}
            note="Each class or appointment uses 1 credit. You see it before you book."
            label={wanted ? 'Choose' : 'Buy'}
            buy={(id) => paths.checkout(studio, { ...of, pack: id })}
          />
          <OfferList
            id="memberships"
            title="Memberships"
            offers={plans}
            label="Choose"
            buy={(id) => paths.checkout(studio, { ...of, plan: id })}
          />
        </div>
      )}
      {gifts && (
        <p>
          <a className="button" href={paths.buyGiftCard(studio)}>
            Buy a gift card
          </a>
        </p>
      )}
      <HowToPay chooses={!empty} />
      <p>
        <a href={paths.rules(studio)}>
          Studio rules: when cancelling is free, and what it costs later
        </a>
      </p>
    </Main>
  )
}

/** What somebody who is new buys first. */
function IntroOffer({
  offer,
  name,
  buy,
}: {
  offer: OfferWords
  name: string
  /** Where it is bought; null where that is at the desk. */
  buy: string | null
}) {
  return (
    <section className="panel stack" aria-labelledby="new">
      <p className="soft">New to {name}</p>
      <h2 id="new" className="when">
        {offer.name}, {offer.price}
      </h2>
      <Pips pips={pipsOf(offer.credits, 'full')} />
      <p>
        <b>{offer.first}</b> {offer.rest}
      </p>
      {buy && (
        <p>
          <a className="button primary" href={buy}>
            Buy {offer.name}
          </a>
        </p>
      )}
    </section>
  )
}

/** The desk, and how to reach it. */
function HowToPay({ chooses }: { chooses: boolean }) {
  const { studio, wanted, where, online } = useLoaderData<typeof loader>()
  return (
    <section className="panel stack" aria-labelledby="pay">
      <h2 id="pay">{online ? 'Or pay at the desk' : 'Pay at the desk'}</h2>
      <p>
        {where ? `We’re at ${where}. ` : ''}
        {chooses && 'Choose above, and pay when you come.'}
      </p>
      {hasContact(studio) && (
        <p>
          <ContactLinks studio={studio} />
        </p>
      )}
      {!wanted && (
        <p>
          <a className="button" href={paths.timetable(studio)}>
            See the timetable
          </a>
        </p>
      )}
    </section>
  )
}
