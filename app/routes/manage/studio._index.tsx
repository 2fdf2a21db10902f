import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requirePermission } from '#app/http/guards.server.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayLong } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Today', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'manage:read')
  return { day: dayLong(localDate(ctx.now, ctx.studio.timeZone), ctx.studio.locale) }
}

export default function Today() {
  const { day } = useLoaderData<typeof loader>()
  return <PageHead title={day} />
}
