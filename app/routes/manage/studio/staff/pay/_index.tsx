import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { firstOf, monthOf } from '#app/domain/staff-pay/pay-month.ts'
import { payMonths } from '#app/domain/staff-pay/pay-queries.server.ts'
import { runStateWords } from '#app/domain/staff-pay/pay-words.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayShort, money, monthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Pay', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'pay:write')
  const { runs, open, rules } = await payMonths(ctx)
  const { slug, locale, currency, timeZone } = ctx.studio
  const thisMonth = monthOf(localDate(ctx.now, timeZone))
  const locked = new Map(
    runs.flatMap((run) => (run.state === 'review' ? [] : [[run.month, run] as const])),
  )
  const reviewed = new Set(runs.map(({ month }) => month))
  const months = [
    ...new Set([thisMonth, ...runs.map(({ month }) => month), ...open.map((o) => o.month)]),
  ]
  return {
    studio: { slug },
    hasRules: (rules[0]?.n ?? 0) > 0,
    hasLines: runs.length > 0 || open.length > 0,
    months: months
      .sort()
      .reverse()
      .map((month) => {
        const run = locked.get(month)
        const own = open.find((one) => one.month === month)
        const state = run?.state ?? (reviewed.has(month) ? 'review' : 'open')
        return {
          month,
          name: monthYear(firstOf(month), locale),
          state: runStateWords[state],
          people: count(run?.people ?? own?.people ?? 0, 'person', 'people'),
          total: money(run?.totalMinor ?? own?.totalMinor ?? 0, currency, locale),
          when: run?.paidOn ? `Paid ${dayShort(run.paidOn, locale)}` : '',
        }
      }),
  }
}

export default function Pay() {
  const { studio, hasRules, hasLines, months } = useLoaderData<typeof loader>()
  const rules = (
    <Link className={hasRules ? 'button' : 'button primary'} to={paths.managePayRules(studio)}>
      Pay rules
    </Link>
  )
  return (
    <>
      <BackLink to={paths.manageStaff(studio)}>Staff</BackLink>
      <PageHead
        title="Pay"
        intro="What each month comes to. A class is priced as it is settled; a locked month never changes."
        actions={rules}
      />
      {hasRules || hasLines ? (
        <Table
          caption="Months, the newest first"
          rows={months}
          rowKey={({ month }) => month}
          columns={[
            {
              name: 'Month',
              place: 'name',
              cell: ({ month, name }) => (
                <Link to={paths.managePayMonth(studio, month)}>{name}</Link>
              ),
            },
            { name: 'State', place: 'state', cell: ({ state }) => <Label {...state} /> },
            { name: 'People', place: 'under', cell: ({ people }) => people },
            { name: 'Paid', place: 'under', cell: ({ when }) => when },
            { name: 'Pay', place: 'under', number: true, cell: ({ total }) => total },
          ]}
        />
      ) : (
        <Empty
          icon="receipt"
          title="No pay rules yet"
          text="Say what a class pays, by coach, by class or for everyone. From then on each class is priced when it is settled."
        >
          <Link className="button" to={paths.managePayRule(studio, 'new')}>
            Add a rule
          </Link>
        </Empty>
      )}
    </>
  )
}
