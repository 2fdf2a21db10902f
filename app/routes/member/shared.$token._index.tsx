import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { sizeWords } from '#app/domain/files/file-words.ts'
import { findShare } from '#app/domain/files/folders-and-links.server.ts'
import { viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { State } from '#app/ui/state/state.tsx'
import { dayShortTime } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'

export const handle = { styles: ['state', 'button'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => [
  ...pageTitle('Shared file', { matches }),
  { name: 'robots', content: 'noindex' },
]

/** What a share link leads to, without signing in; 404 with a sentence once it has ended. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await viewStudio(context)
  const token = params.token ?? ''
  const { slug, name, timeZone, locale } = ctx.studio
  const share = await findShare(ctx, token)
  const studio = { slug, name }
  const headers = { 'Cache-Control': 'private, no-store' }
  if (!share) return json({ studio, file: null }, { status: 404, headers })
  const until = dayShortTime(wallTime(share.expiresAt, timeZone), locale)
  const file = {
    name: share.name,
    text: `${sizeWords(share.bytes)}. This link works until ${until}.`,
    content: paths.sharedContent(ctx.studio, token),
  }
  return json({ studio, file }, { headers })
}

export default function SharedFile() {
  const { studio, file } = useLoaderData<typeof loader>()
  if (!file)
    return (
      <Main slim>
        <State icon="off" title="This link has ended">
          <p>Ask {studio.name} for a new one.</p>
        </State>
      </Main>
    )
  return (
    <Main slim>
      <div className="stack">
        <h1>{file.name}</h1>
        <p className="soft">
          {studio.name} shares this with you. {file.text}
        </p>
        <p>
          <a className="button primary" href={file.content}>
            Open file
          </a>
        </p>
      </div>
    </Main>
  )
}
