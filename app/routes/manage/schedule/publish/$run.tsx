import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { findPublished } from '#app/domain/planning/publish-plan.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { deadline } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Published', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const run = await findPublished(ctx, params.run ?? '')
  if (!run) throw notFound()
  const { slug, locale, timeZone } = ctx.studio
  return {
    studio: { slug },
    intro: `By ${run.by}, ${deadline(run.at, timeZone, locale)}.`,
    done: run.done,
    refused: run.refused,
  }
}

export default function Published() {
  const { studio, intro, done, refused } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.managePublish(studio)}>Publish</BackLink>
      <PageHead
        title={
          refused.length === 0 ? 'Published' : `${done.length} published, ${refused.length} not`
        }
        intro={intro}
      />
      <div className="sections">
        {refused.length > 0 && (
          <section role="status">
            <h2>Not published</h2>
            <ul className="lines">
              {refused.map(({ what, why }) => (
                <li key={what}>
                  <span>
                    {what}. <b>{why}.</b>
                  </span>
                </li>
              ))}
            </ul>
            <Link className="button primary" to={paths.managePublish(studio)}>
              See what’s left
            </Link>
          </section>
        )}
        <section>
          <h2>Done</h2>
          {done.length === 0 && (
            <p className="muted">Nothing was changed, and nobody was notified.</p>
          )}
          <ul className="lines">
            {done.map(({ what }) => (
              <li key={what}>{what}.</li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
