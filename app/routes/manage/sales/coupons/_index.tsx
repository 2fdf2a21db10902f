import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { couponGives } from '#app/domain/sales/offers/coupon-words.ts'
import { couponsPage, type ListedCoupon } from '#app/domain/sales/offers/coupons-page.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Coupons', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  const { slug, locale, currency, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const coupons = await couponsPage(ctx)
  return {
    studio: { slug },
    coupons: coupons.map((coupon) => ({
      id: coupon.id,
      code: coupon.code,
      gives: couponGives(coupon, { currency, locale }),
      whom: [
        coupon.audience === 'new' ? 'New people' : 'Everyone',
        coupon.oncePerPerson === 1 && 'once each',
      ]
        .filter(Boolean)
        .join(', '),
      what: coupon.offers || 'Everything you sell',
      when: windowWords(coupon, locale),
      uses: coupon.mostUses === null ? String(coupon.uses) : `${coupon.uses} of ${coupon.mostUses}`,
      state: stateOf(coupon, today),
      stoppable: coupon.stoppedAt === null,
    })),
  }
}

function stateOf(coupon: ListedCoupon, today: LocalDate) {
  if (coupon.stoppedAt !== null) return { text: 'Stopped', tone: null }
  if (coupon.saleUntil !== null && coupon.saleUntil < today) return { text: 'Over', tone: null }
  if (coupon.mostUses !== null && coupon.uses >= coupon.mostUses) {
    return { text: 'Used up', tone: null }
  }
  return coupon.saleFrom !== null && coupon.saleFrom > today
    ? { text: 'Not yet', tone: 'line' as const }
    : { text: 'In use', tone: 'good' as const }
}

function windowWords({ saleFrom, saleUntil }: ListedCoupon, locale: string): string {
  const day = (date: LocalDate) => dayMonthYear(date, locale)
  if (saleFrom && saleUntil) return `${day(saleFrom)} to ${day(saleUntil)}`
  if (saleFrom) return `From ${day(saleFrom)}`
  return saleUntil ? `Until ${day(saleUntil)}` : 'Always'
}

export default function Coupons() {
  const { studio, coupons } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.managePlans(studio)}>Memberships</BackLink>
      <PageHead
        title="Coupons"
        intro="The desk types a code when it sells. The invoice says what came off."
        actions={
          <Link className="button primary" to={paths.manageCouponNew(studio)}>
            Add a coupon
          </Link>
        }
      />
      {coupons.length > 0 ? (
        <Table
          caption="Coupons, those in use first"
          rows={coupons}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Code',
              place: 'name',
              cell: ({ code, gives }) => (
                <>
                  {code} <small>{gives}</small>
                </>
              ),
            },
            { name: 'For', place: 'under', cell: ({ what }) => what },
            { name: 'Who', place: 'under', cell: ({ whom }) => whom },
            { name: 'When', place: 'wide', cell: ({ when }) => when },
            { name: 'Used', place: 'desk', number: true, cell: ({ uses }) => uses },
            {
              name: 'State',
              place: 'state',
              cell: ({ state }) => <Label text={state.text} tone={state.tone} />,
            },
            {
              name: 'Stop',
              place: 'desk',
              cell: ({ id, code, stoppable }) =>
                stoppable && (
                  <Form method="post" action={paths.manageCouponStop(studio, id)}>
                    <button type="submit" className="button quiet">
                      Stop<span className="vh"> {code}</span>
                    </button>
                  </Form>
                ),
            },
          ]}
        />
      ) : (
        <Empty
          icon="receipt"
          title="No coupons yet"
          text="A coupon takes a percentage, an amount or the first period off what you sell."
        />
      )}
    </>
  )
}
