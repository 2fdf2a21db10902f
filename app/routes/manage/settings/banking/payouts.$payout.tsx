import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { payoutPage } from '#app/domain/sales/banking/banking-page.server.ts'
import { lineWords, payoutWords } from '#app/domain/sales/banking/banking-words.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Facts } from '#app/ui/list/figures.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayLong, dayShort, money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Payout of ${data.amount}` : 'Payout', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'banking:write')
  const page = await payoutPage(ctx, params.payout ?? '')
  if (!page) throw notFound()
  const { slug, locale, timeZone } = ctx.studio
  const { payout, lines } = page
  const sum = (minor: number) => money(minor, payout.currency, locale)
  const total = (of: 'amountMinor' | 'feeMinor' | 'netMinor', kind?: string) =>
    lines.reduce((all, line) => all + (!kind || line.kind === kind ? line[of] : 0), 0)
  return {
    studio: { slug },
    amount: sum(payout.amountMinor),
    state: payoutWords[payout.state],
    intro: `At your bank on ${dayLong(payout.arrivesOn, locale)}.`,
    facts: [
      { name: 'Payments', amount: sum(total('amountMinor', 'payment')) },
      { name: 'Refunds', amount: sum(total('amountMinor', 'refund')) },
      { name: 'Disputes', amount: sum(total('amountMinor', 'dispute')) },
      { name: 'Other', amount: sum(total('amountMinor', 'other') + total('amountMinor', 'fee')) },
      { name: 'Fees', amount: sum(-total('feeMinor')) },
      { name: 'Payout', amount: sum(total('netMinor')) },
    ],
    lines: lines.map((line) => ({
      id: line.id,
      kind: lineWords[line.kind],
      what: line.name ?? (line.what || 'Not from Cadence'),
      person: line.personId,
      invoice: line.invoiceId && { id: line.invoiceId, reference: line.reference ?? '' },
      day: dayShort(localDate(line.at, timeZone), locale),
      amount: sum(line.amountMinor),
      fee: line.feeMinor === 0 ? '' : sum(-line.feeMinor),
      net: sum(line.netMinor),
    })),
  }
}

export default function Payout() {
  const { studio, amount, state, intro, facts, lines } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageBanking(studio)}>Banking</BackLink>
      <PageHead
        title={`Payout of ${amount}`}
        intro={
          <>
            <Label text={state.text} tone={state.tone} /> {intro}
          </>
        }
      />
      {lines.length === 0 ? (
        <Empty
          icon="receipt"
          title="Its payments aren’t here yet"
          text="Stripe tells us what a payout is made of within an hour. Have another look then."
        />
      ) : (
        <>
          <Facts rows={facts} />
          <Table
            caption="What the payout is made of, oldest first"
            rows={lines}
            rowKey={({ id }) => id}
            columns={[
              {
                name: 'What',
                place: 'name',
                cell: ({ what, person }) =>
                  person ? <Link to={paths.managePerson(studio, person)}>{what}</Link> : what,
              },
              { name: 'Kind', place: 'under', cell: ({ kind }) => kind },
              { name: 'Day', place: 'under', date: true, cell: ({ day }) => day },
              {
                name: 'Invoice',
                place: 'desk',
                cell: ({ invoice }) =>
                  invoice && (
                    <Link to={paths.manageInvoice(studio, invoice.id)}>{invoice.reference}</Link>
                  ),
              },
              { name: 'Amount', place: 'desk', number: true, cell: (line) => line.amount },
              { name: 'Fee', place: 'desk', number: true, cell: ({ fee }) => fee },
              { name: 'To your bank', place: 'state', number: true, cell: ({ net }) => net },
            ]}
          />
        </>
      )}
    </>
  )
}
