import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { ledgerPage } from '#app/domain/overview/ledger-page.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { pageNumberOf } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Pagination } from '#app/ui/list/pagination.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { Ledger } from '#app/ui/portal/ledger.tsx'
import { State } from '#app/ui/state/state.tsx'

export const handle = {
  styles: ['account', 'ledger', 'lines', 'back-link', 'pagination', 'state', 'button'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Credit history', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const { slug, name, timeZone, locale, currency } = ctx.studio
  const page = await ledgerPage(ctx, viewer, pageNumberOf(app.url))
  return { ...page, studio: { slug }, formats: { timeZone, locale, currency, studio: name } }
}

export default function Credits() {
  const { ledger, studio, formats } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <div className="between">
        <h1>Credit history</h1>
        {ledger.total > 0 && <a href={paths.portalCreditsCsv(studio)}>Download as CSV</a>}
      </div>
      {ledger.items.length > 0 ? (
        <Ledger entries={ledger.items} formats={formats} />
      ) : (
        <State icon="clock" title={ledger.total > 0 ? 'This page doesn’t exist' : 'No credits yet'}>
          <p>Each credit you buy, use or get back appears here.</p>
        </State>
      )}
      <Pagination
        page={ledger.page}
        pages={ledger.pages}
        path={(page) => paths.portalCredits(studio, { page })}
      />
    </Main>
  )
}
