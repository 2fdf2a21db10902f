import { isRouteErrorResponse } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { SearchForm } from '../landing/search-form.tsx'
import { Main } from '../layout/main.tsx'
import { SiteFrame } from '../layout/site-frame.tsx'
import { NearStudios } from './near-studios.tsx'
import { Problem, problemStatus } from './problem.tsx'
import { noSuchStudioIn } from './refusal-page.ts'

/**
 * The page of an error that no studio frames. Where nothing is at an address, it has the studios
 * that may have been meant, and the search for the one that was. Styles: `state`, `button`,
 * `search`.
 */
export function SiteProblem({ error, requestId }: { error: unknown; requestId?: string }) {
  if (problemStatus(error) !== 404) {
    return (
      <SiteFrame>
        <Main slim>
          <Problem error={error} requestId={requestId}>
            <a className="button primary" href={paths.landing()}>
              Find your studio
            </a>
          </Problem>
        </Main>
      </SiteFrame>
    )
  }
  const missing = isRouteErrorResponse(error) ? noSuchStudioIn(error.data) : null
  return (
    <SiteFrame>
      <Main slim>
        <Problem error={error} requestId={requestId} />
        {missing && <NearStudios near={missing.near} />}
        <SearchForm q="" suggestions={[]} />
      </Main>
    </SiteFrame>
  )
}
