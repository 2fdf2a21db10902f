import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { findStudios } from '#app/domain/timetable/public-classes/finder-page.server.ts'
import { paths } from '#app/paths.ts'
import { InlineStyle } from '#app/ui/inline-style.tsx'
import { SearchForm } from '#app/ui/landing/search-form.tsx'
import { WhereForm } from '#app/ui/landing/where-form.tsx'
import { SiteFrame } from '#app/ui/layout/site-frame.tsx'
import { StudioMark } from '#app/ui/layout/studio-mark.tsx'
import { Pagination } from '#app/ui/list/pagination.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { shareMeta } from '#app/ui/share/share-meta.ts'
import { siteFacts } from '#app/ui/share/structured-data.ts'
import { State } from '#app/ui/state/state.tsx'
import { colourKey, studioColoursCss } from '#app/values/colour.ts'
import { searchText } from '#app/values/search-terms.ts'
import { zoneName } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { Example, exampleColour } from './example.tsx'
import { Finder } from './finder.tsx'
import { KnowBefore } from './know-before.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  shareMeta(
    { matches },
    {
      title: 'Find your studio, book your place',
      description: 'Find a studio near you, see its next classes and book your place.',
      path: paths.landing(),
      facts: (at) => siteFacts(data?.studios ?? [], at),
    },
  )

export const handle = {
  styles: [
    'landing',
    'search',
    'button',
    'state',
    'next',
    'until',
    'until-told',
    'pips',
    'say',
    'sheet',
    'pagination',
  ],
} satisfies PageHandle

const filters = z.object({
  q: searchText(80),
  page: z.coerce.number().int().min(1).max(100).catch(1),
})

export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const { now, visitor } = await app.loadVisitor()
  const { q, page } = filters.parse(Object.fromEntries(app.url.searchParams))
  const found = await findStudios(
    { directory: app.directory, now },
    { q, page, userId: visitor?.userId ?? null },
  )
  const differ = new Set(found.studios.map((studio) => studio.timeZone)).size > 1
  return {
    q,
    ...found,
    signedIn: visitor !== null,
    studios: found.studios.map(({ timeZone, disciplines, town, next, ...studio }) => ({
      ...studio,
      town,
      line: [disciplines, town, differ ? zoneName(timeZone, studio.locale, now) : '']
        .filter(Boolean)
        .join('. '),
      today: localDate(now, timeZone),
      next: next.map(({ occurrenceId, title, localStart, places }) => ({
        id: occurrenceId,
        title,
        localStart,
        places,
      })),
    })),
  }
}

type Landing = ReturnType<typeof useLoaderData<typeof loader>>

export default function LandingPage() {
  const landing = useLoaderData<typeof loader>()
  return (
    <SiteFrame actions={<Actions signedIn={landing.signedIn} />}>
      <InlineStyle css={studioColoursCss([exampleColour, ...landing.studios, ...landing.own])} />
      <main id="main" className="front">
        <section className="hero">
          <div className="stack wide-gap">
            <div className="stack mid-gap">
              <h1>Find your studio. Know&nbsp;where you stand.</h1>
              <p className="lead">
                Book classes, keep an eye on your credits and know what cancelling costs. One
                sign-in for every studio you go to.
              </p>
            </div>
            <SearchForm q={landing.q} suggestions={landing.suggestions} />
            <OwnStudios own={landing.own} />
          </div>
          <Example />
        </section>
        <Found {...landing} />
        <KnowBefore />
        <section className="pairs">
          <WhereForm />
          <div className="stack">
            <h2>Do you run a studio?</h2>
            <p className="soft">
              Name it, add your classes and prices. Nobody sees it until you open it, and you can
              look around with made-up members first.
            </p>
            <p>
              <a className="button primary big" href={paths.startStudio()}>
                Start your studio
              </a>{' '}
              <a href={paths.ownPrices()}>What it costs</a>
            </p>
            <p className="soft">
              Can’t find your studio? Some aren’t listed. Use the link in their email, on their
              website or on the wall.
            </p>
          </div>
        </section>
      </main>
    </SiteFrame>
  )
}

function Actions({ signedIn }: { signedIn: boolean }) {
  if (!signedIn) {
    return (
      <>
        <a className="textlink" href={paths.welcome()}>
          Start your studio
        </a>
        <a className="button" href={paths.signIn()}>
          Sign in
        </a>
      </>
    )
  }
  return (
    <form method="post" action={paths.signOut()}>
      <button className="button" type="submit">
        Sign out
      </button>
    </form>
  )
}

function OwnStudios({ own }: { own: Landing['own'] }) {
  if (own.length === 0) return null
  return (
    <nav className="stack" aria-labelledby="own">
      <h2 id="own">Your studios</h2>
      <p className="own">
        {own.map((studio) => (
          <a key={studio.slug} className="button" href={paths.home(studio)}>
            <StudioMark name={studio.name} colour={colourKey(studio)} />
            {studio.name}
          </a>
        ))}
      </p>
    </nav>
  )
}

function Found({ q, studios, total, more, page, pages }: Landing) {
  const all = `${more ? '1,000+' : total} ${total === 1 ? 'studio' : 'studios'}`
  return (
    <section className="stack" id="found" aria-labelledby="found-title">
      <div className="between">
        <h2 className="t" id="found-title">
          {q ? `Studios for “${q}”` : 'Next classes'}
        </h2>
        {q ? <a href={paths.landing()}>See all studios</a> : <span className="soft">{all}</span>}
      </div>
      {studios.length > 0 ? (
        <Finder studios={studios} />
      ) : (
        <State icon="search" title={q ? 'No studio matches that' : 'No studio is listed yet'}>
          <p>
            {q
              ? 'Try the start of its name, a town near you, or one word for what you do. ' +
                'If your studio isn’t listed, use the link it gave you.'
              : 'If your studio isn’t listed, use the link it gave you.'}
          </p>
        </State>
      )}
      <p>
        <a href={paths.classes()}>Find a class by day, place and price</a>
      </p>
      <Pagination
        page={page}
        pages={pages}
        path={(n) => `${paths.landing({ q, page: n })}#found`}
      />
    </section>
  )
}
