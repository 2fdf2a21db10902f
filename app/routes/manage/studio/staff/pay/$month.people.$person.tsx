import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { firstOf } from '#app/domain/staff-pay/pay-month.ts'
import { payOfPerson } from '#app/domain/staff-pay/pay-queries.server.ts'
import { personPayView } from '#app/domain/staff-pay/person-pay-view.ts'
import { notFound } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PayLines } from '#app/ui/staff/pay-lines.tsx'
import { monthYear } from '#app/values/wording.ts'
import { monthOfPath } from './pay-parts/month-of.server.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.title ?? 'Pay', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, month } = await monthOfPath(context, params.month)
  const found = await payOfPerson(ctx, month, params.person ?? '')
  if (!found) throw notFound()
  const name = monthYear(firstOf(month), ctx.studio.locale)
  return {
    studio: { slug: ctx.studio.slug },
    month,
    name,
    personId: params.person ?? '',
    title: `${found.name}: pay for ${name}`,
    open: !found.run || found.run.state === 'review',
    ...personPayView(found.lines, ctx.studio),
  }
}

export default function PayOfPerson() {
  const { studio, month, name, personId, title, open, total, lines } =
    useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.managePayMonth(studio, month, { person: personId })}>
        Pay for {name}
      </BackLink>
      <PageHead
        title={title}
        intro={`${total}. Each line with the rule as it was on the day.`}
        actions={
          open && (
            <Link
              className="button"
              to={paths.managePayLineNew(studio, month, { person: personId })}
            >
              Add a line
            </Link>
          )
        }
      />
      {lines.length > 0 ? (
        <PayLines studio={studio} lines={lines} month={month} />
      ) : (
        <p className="muted">No lines in this month.</p>
      )}
    </>
  )
}
