import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { firstOf, isMonth, monthOf } from '#app/domain/staff-pay/pay-month.ts'
import { myPayMonths, payOfPerson } from '#app/domain/staff-pay/pay-queries.server.ts'
import { runStateWords } from '#app/domain/staff-pay/pay-words.ts'
import { personPayView } from '#app/domain/staff-pay/person-pay-view.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PayLines } from '#app/ui/staff/pay-lines.tsx'
import { money, monthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Your pay', { matches })

/** What the reader is paid themselves, a month at a time; nobody else's. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'pay:own')
  const { locale, currency, timeZone, slug } = ctx.studio
  const asked = app.url.searchParams.get('month') ?? ''
  const month = isMonth(asked) ? asked : monthOf(localDate(ctx.now, timeZone))
  const [months, found] = await Promise.all([
    myPayMonths(ctx, viewer.personId),
    payOfPerson(ctx, month, viewer.personId),
  ])
  return {
    studio: { slug },
    name: monthYear(firstOf(month), locale),
    state: runStateWords[found?.run?.state ?? 'open'],
    ...personPayView(found?.lines ?? [], ctx.studio),
    months: months.map((one) => ({
      month: one.month,
      name: monthYear(firstOf(one.month), locale),
      total: money(one.totalMinor, currency, locale),
      here: one.month === month,
    })),
  }
}

export default function MyPay() {
  const { studio, name, state, total, lines, months } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageToday(studio)}>Today</BackLink>
      <PageHead
        title="Your pay"
        intro={
          <>
            {name}: {total} <Label {...state} />
          </>
        }
        actions={
          <Link className="button quiet" to={paths.manageMyWork(studio)}>
            Your qualifications
          </Link>
        }
      />
      <div className="split">
        <section aria-label={name}>
          {lines.length > 0 ? (
            <PayLines studio={studio} lines={lines} />
          ) : (
            <Empty
              icon="receipt"
              title={`Nothing in ${name} yet`}
              text="A class you taught appears two hours after its end, with what it pays and why."
            />
          )}
        </section>
        <aside className="aside">
          <section>
            <h2>Months</h2>
            {months.length === 0 && <p className="muted">None yet.</p>}
            <ul className="month-sums">
              {months.map((one) => (
                <li key={one.month}>
                  <Link
                    to={paths.manageMyPay(studio, one.month)}
                    aria-current={one.here ? 'page' : undefined}
                  >
                    {one.name}
                  </Link>{' '}
                  <span>{one.total}</span>
                </li>
              ))}
            </ul>
          </section>
        </aside>
      </div>
    </>
  )
}
