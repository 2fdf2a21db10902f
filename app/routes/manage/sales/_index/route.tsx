import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { movementWords } from '#app/domain/insights/recurring/movement.ts'
import { salesPage } from '#app/domain/insights/recurring/sales-page.server.ts'
import { salesDesk } from '#app/domain/sales/overview/sales-desk.server.ts'
import { monthOf, takenDays, takenSpans } from '#app/domain/sales/overview/taken-span.ts'
import { takenTable } from '#app/domain/sales/overview/taken-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayLong, dayShort, money, monthYear } from '#app/values/wording.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { SalesFigures, SpanTabs } from './desk-head.tsx'
import { ExpiringPacks, FailedPayments, TakenByKind, TopProducts } from './desk-parts.tsx'
import { failedView, overdueWords, packView, takenView } from './desk-view.ts'
import { drawnOf } from './drawn-steps.ts'
import { Recurring, TakenByDay } from './recurring.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Sales', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'insights:read')
  const { slug, locale, currency, timeZone, weekStart } = ctx.studio
  const { searchParams } = app.url
  const today = localDate(ctx.now, timeZone)
  const span = takenSpans.find((one) => one === searchParams.get('span')) ?? 'month'
  const asked = searchParams.get('month') ?? ''
  const daysOf = takenDays(span, { today, month: monthOf(asked, today), weekStart })
  const [page, desk] = await Promise.all([salesPage(ctx, asked), salesDesk(ctx, daysOf)])
  const table = takenTable(desk.taken)
  const { first, thisMonth, earliest, movement, days } = page
  const sum = (minor: number) => money(minor, currency, locale)
  const signed = (minor: number) => `${minor > 0 ? '+' : ''}${sum(minor)}`
  const monthBefore = addDays(first, -1).slice(0, 7)
  const total = (of: 'inMinor' | 'outMinor') => days.reduce((all, day) => all + day[of], 0)
  const failedMinor = desk.failed.reduce((all, { minor }) => all + minor, 0)
  const change = movement ? movement.closing.minor - movement.opening.minor : 0
  return {
    studio: { slug },
    month: monthYear(first, locale),
    before: `${monthBefore}-01` >= earliest ? monthBefore : '',
    after: first < thisMonth ? addDays(first, 31).slice(0, 7) : '',
    span,
    taken: sum(table.inMinor),
    refunded: sum(table.outMinor),
    byKind: takenView(table, { sum, ...daysOf }),
    failed: desk.failed.map((row) => failedView(row, { sum, locale })),
    failedSum: sum(failedMinor),
    packs: desk.packs.map((row) => packView(row, locale)),
    open: { n: desk.open.n, note: overdueWords(desk.open) },
    payout:
      desk.payout.heldMinor === null || !may(viewer.role, 'banking:write')
        ? null
        : {
            coming: sum(desk.payout.comingMinor),
            held: `${sum(desk.payout.heldMinor)} held`,
          },
    products: desk.products.map((one) => ({
      id: one.productId,
      name: one.name,
      sold: String(one.sold),
      sum: sum(one.minor),
    })),
    left: sum(total('inMinor') - total('outMinor')),
    days: days.map(({ day, inMinor, outMinor }) => ({
      day,
      name: dayShort(day, locale),
      taken: sum(inMinor),
      out: outMinor > 0 ? sum(-outMinor) : '',
      left: sum(inMinor - outMinor),
    })),
    file: paths.manageSalesCsv(ctx.studio, { month: first.slice(0, 7) }),
    movement: movement && {
      ...drawnOf(movement, { sum, signed, day: (on) => dayShort(on, locale) }),
      asOf: dayLong(movement.closing.day, locale),
      recurring: sum(movement.closing.minor),
      members: String(movement.closing.members),
      churn: movement.churnPermille === null ? '' : `${(movement.churnPermille / 10).toFixed(1)}%`,
      of: `${movement.kinds.find(({ kind }) => kind === 'left')?.people ?? 0} of ${movement.opening.members}`,
      title:
        change === 0
          ? 'Recurring revenue stayed the same'
          : `Recurring revenue is ${change > 0 ? 'up' : 'down'} ${sum(Math.abs(change))}`,
      opening: {
        name: `${dayShort(movement.opening.day, locale)}, ${count(movement.opening.members, 'member')}`,
        amount: sum(movement.opening.minor),
      },
      closing: {
        name: `${dayShort(movement.closing.day, locale)}, ${count(movement.closing.members, 'member')}`,
        amount: sum(movement.closing.minor),
      },
      kinds: movement.kinds.map(({ kind, people, amountMinor, rows }) => ({
        kind,
        name: `${people} ${movementWords[kind]}`,
        amount: signed(amountMinor),
        rows: rows.map((row) => ({
          id: `${row.day} ${row.personId}`,
          personId: row.personId,
          person: row.personName,
          what: `${row.plans.replaceAll(',', ', ')}, ${dayShort(row.day, locale)}`,
          amount: signed(row.amountMinor),
        })),
      })),
    },
  }
}

const takenTitles = {
  today: 'Taken today',
  week: 'Taken this week',
  month: 'Taken this month',
}

export default function Sales() {
  const data = useLoaderData<typeof loader>()
  const { studio, month, before, after, file, movement, left, days } = data
  return (
    <>
      <PageHead
        title="Sales"
        intro={
          movement
            ? `${month}. Recurring revenue as of the end of ${movement.asOf}; money received, refunds apart.`
            : `${month}. Money received, refunds apart.`
        }
        actions={
          <>
            <a className="button not-phone" href={file}>
              Export CSV
            </a>
            {before && (
              <Link className="button" to={paths.manageSales(studio, { month: before })}>
                Month before
              </Link>
            )}
            {after && (
              <Link className="button" to={paths.manageSales(studio, { month: after })}>
                Month after
              </Link>
            )}
          </>
        }
      />
      <SpanTabs studio={studio} span={data.span} month={month} />
      <SalesFigures {...data} />
      <div className="halves">
        <Recurring studio={studio} movement={movement} />
        <TakenByDay studio={studio} month={month} days={days} left={left} />
      </div>
      <FailedPayments studio={studio} failed={data.failed} />
      <ExpiringPacks studio={studio} packs={data.packs} />
      <TakenByKind studio={studio} title={takenTitles[data.span]} taken={data.byKind} />
      <TopProducts studio={studio} products={data.products} />
    </>
  )
}
