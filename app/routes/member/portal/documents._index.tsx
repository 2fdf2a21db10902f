import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { documentsPage } from '#app/domain/overview/documents-page.server.ts'
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

export const meta: MetaFunction = ({ matches }) => pageTitle('Documents', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const { slug, name } = ctx.studio
  return { ...(await documentsPage(ctx, viewer)), studio: { slug, name } }
}

export default function Documents() {
  const { studio, documents } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <div className="stack">
        <h1>Documents</h1>
        <p className="soft">What you have signed for {studio.name}, and what is still to sign.</p>
      </div>
      {documents.length === 0 ? (
        <State icon="note" title="Nothing to sign">
          <p>{studio.name} has no documents for you.</p>
        </State>
      ) : (
        <ul className="lines tight">
          {documents.map(({ id, personId, name, child, text, needed }) => (
            <li key={`${id} ${personId}`}>
              <a
                className="go"
                href={paths.portalDocument(studio, id, child ? { person: personId } : {})}
              >
                <span>
                  <b>
                    {name}
                    {child && ` for ${child}`}
                  </b>{' '}
                  <span className={needed ? 'soft warn' : 'soft'}>{text}</span>
                </span>
                <Icon name="next" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Main>
  )
}
