import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { HeldSection } from './staff/work-parts/held-section.tsx'
import { workData } from './staff/work-parts/work-data.server.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Your work', { matches })

/** What the reader holds and when they work; nobody else's. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'work:own')
  return workData(ctx, viewer.personId)
}

export default function MyWork() {
  const data = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageToday(data.studio)}>Today</BackLink>
      <PageHead
        title="Your work"
        intro="Your qualifications, and until when they are good."
        actions={
          <Link className="button quiet" to={paths.manageMyPay(data.studio)}>
            Your pay
          </Link>
        }
      />
      <div className="sections">
        <HeldSection data={data} answer={undefined} writes={false} />
      </div>
    </>
  )
}
