import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { shelfPage } from '#app/domain/overview/training/video-pages.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { watcherOf } from '#app/http/portal/watcher.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { State } from '#app/ui/state/state.tsx'
import { posterOf } from '#app/ui/training/video-player.tsx'

export const handle = { styles: ['video', 'state', 'button'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Videos', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const { slug, name } = ctx.studio
  return { studio: { slug, name }, ...(await shelfPage(ctx, viewer, watcherOf(viewer))) }
}

type Card = ReturnType<typeof useLoaderData<typeof loader>>['cards'][number]

export default function Videos() {
  const { studio, cards, stopped } = useLoaderData<typeof loader>()
  return (
    <Main>
      <div className="stack">
        <h1>Videos</h1>
        <p className="soft">Recorded by {studio.name}, to watch when it suits you.</p>
      </div>
      {stopped.length > 0 && (
        <section className="stack mid-gap" aria-labelledby="go-on">
          <h2 id="go-on">Continue where you stopped</h2>
          <Shelf studio={studio} cards={stopped} />
        </section>
      )}
      {cards.length > 0 ? (
        <section className="stack mid-gap" aria-labelledby="all">
          <h2 id="all">All videos</h2>
          <Shelf studio={studio} cards={cards} />
        </section>
      ) : (
        <State icon="play" title="No videos yet">
          <p>{studio.name} hasn’t put any videos here yet. Classes are on the timetable.</p>
          <p className="pair">
            <a className="button primary" href={paths.timetable(studio)}>
              See the timetable
            </a>
          </p>
        </State>
      )}
    </Main>
  )
}

function Shelf({ studio, cards }: { studio: { slug: string }; cards: readonly Card[] }) {
  return (
    <ul className="shelf">
      {cards.map((card) => (
        <li key={card.id}>
          {card.open ? (
            <a href={paths.video(studio, card.id)}>
              <CardWords {...card} />
            </a>
          ) : (
            <CardWords {...card} />
          )}
        </li>
      ))}
    </ul>
  )
}

function CardWords({ title, poster, about, open }: Card) {
  const src = posterOf(poster)
  return (
    <>
      <span className="still">
        {src ? (
          <img src={src} alt="" width="640" height="360" loading="lazy" decoding="async" />
        ) : (
          <Icon name={open ? 'play' : 'lock'} />
        )}
      </span>
      <b>{title}</b>
      {about && (
        <>
          <br />
          <small className="soft">{about}</small>
        </>
      )}
    </>
  )
}
