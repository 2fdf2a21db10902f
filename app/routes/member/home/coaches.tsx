import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { keptImage } from '#app/domain/storage/kept-image.ts'
import { coachesPage } from '#app/domain/timetable/coaches-page.server.ts'
import { viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Picture } from '#app/ui/image/picture.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { initialsOf } from '#app/ui/layout/studio-mark.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { shareMeta } from '#app/ui/share/share-meta.ts'
import { State } from '#app/ui/state/state.tsx'

export const handle = { styles: ['back-link', 'picture', 'location', 'state'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? shareMeta(
        { matches },
        {
          title: 'Coaches',
          description: `Who teaches at ${data.studio.name}.`,
          path: paths.coaches(data.studio),
        },
      )
    : []

/** Who teaches here, for everybody: a bio only of those who agreed to theirs. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await viewStudio(context)
  const { coaches, shell } = await coachesPage(ctx, viewer)
  const { slug, name } = ctx.studio
  return { coaches, shell, studio: { slug, name } }
}

export default function Coaches() {
  const { studio, coaches } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.home(studio)}>{studio.name}</BackLink>
      <h1>Coaches</h1>
      {coaches.length === 0 && (
        <State icon="members" title="Nobody teaches in the coming weeks">
          <p>Coaches appear here with the classes of {studio.name}.</p>
        </State>
      )}
      {coaches.map(({ id, name, teaches, bio, photo }) => {
        const image = keptImage(photo ?? '')
        return (
          <section key={id} id={id} className="stack" aria-labelledby={`name-${id}`}>
            {image ? (
              <Picture
                image={image}
                alt={`Photo of ${name}`}
                sizes="(min-width: 40rem) 36rem, 100vw"
              />
            ) : (
              <span className="face" aria-hidden="true">
                {initialsOf(name)}
              </span>
            )}
            <h2 id={`name-${id}`}>{name}</h2>
            {teaches && <p className="soft">{teaches.replaceAll(',', ', ')}</p>}
            {bio && <p className="kept-lines">{bio}</p>}
            <p>
              <a href={paths.timetable(studio, { coach: name })}>
                Classes<span className="vh"> with {name}</span>
              </a>
            </p>
          </section>
        )
      })}
    </Main>
  )
}
