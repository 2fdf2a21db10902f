import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { filesOfMinePage } from '#app/domain/overview/files-page.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { State } from '#app/ui/state/state.tsx'

export const handle = {
  styles: ['lines', 'back-link', 'state', 'button'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Files', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const { slug, name } = ctx.studio
  return { ...(await filesOfMinePage(ctx, viewer)), studio: { slug, name } }
}

export default function MyFiles() {
  const { studio, files } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <div className="stack">
        <h1>Files</h1>
        <p className="soft">What {studio.name} shares with you.</p>
      </div>
      {files.length === 0 ? (
        <State icon="note" title="No files">
          <p>Music, plans and notes of your classes appear here when {studio.name} shares them.</p>
        </State>
      ) : (
        <ul className="lines tight">
          {files.map(({ id, name, text }) => (
            <li key={id}>
              <a className="go" href={paths.portalFile(studio, id)}>
                <span>
                  <b>{name}</b> <span className="soft">{text}</span>
                </span>
                <Icon name="download" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Main>
  )
}
