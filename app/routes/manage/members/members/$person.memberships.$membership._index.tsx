import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { membershipPage } from '#app/domain/sales/memberships/membership-page.server.ts'
import {
  actLinks,
  chargedWords,
  comingWords,
  membershipFacts,
} from '#app/domain/sales/memberships/membership-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.name ?? 'Membership', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'invoices:read')
  const page = await membershipPage(ctx, params.person ?? '', params.membership ?? '')
  if (!page) throw notFound()
  const { slug, timeZone, currency, locale } = ctx.studio
  const reader = { currency, locale, today: localDate(ctx.now, timeZone) }
  return {
    studio: { slug },
    id: page.row.id,
    name: page.row.name,
    person: { id: page.person.id, name: page.person.name },
    facts: membershipFacts(page.row, { ...page, isOver: page.over }, reader),
    coming: comingWords(page.coming, reader),
    charged: chargedWords(page.charged, reader),
    acts: may(viewer.role, 'entitlements:write')
      ? actLinks(page.can, ['bill', 'freeze', 'unfreeze', 'change', 'keep', 'withdraw', 'cancel'])
      : [],
  }
}

export default function Membership() {
  const { studio, id, name, person, facts, coming, charged, acts } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.managePerson(studio, person.id)}>{person.name}</BackLink>
      <PageHead
        title={name}
        intro={person.name}
        actions={acts.map(({ act, label }) => (
          <Link
            key={act}
            className="button"
            to={paths.manageMembershipAct(studio, person.id, id, act)}
          >
            {label}
          </Link>
        ))}
      />
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {coming.length > 0 && (
        <section className="bill-part">
          <h2>Next bills</h2>
          <Table
            caption="Bills that come, the next first"
            rows={coming}
            rowKey={({ key }) => key}
            columns={[
              { name: 'Day', place: 'name', cell: ({ day }) => day },
              { name: 'For', place: 'under', cell: ({ what }) => what },
              { name: 'Amount', place: 'state', number: true, cell: ({ amount }) => amount },
            ]}
          />
        </section>
      )}
      {charged.length > 0 && (
        <section className="bill-part">
          <h2>Billed</h2>
          <Table
            caption="What was billed, newest first"
            rows={charged}
            rowKey={(line) => line.id}
            columns={[
              {
                name: 'What',
                place: 'name',
                cell: ({ working, invoiceId, reference }) =>
                  invoiceId ? (
                    <>
                      <Link to={paths.manageInvoice(studio, invoiceId)}>{working}</Link>{' '}
                      <small>{reference}</small>
                    </>
                  ) : (
                    working
                  ),
              },
              { name: 'State', place: 'under', cell: ({ state }) => state },
              { name: 'Amount', place: 'state', number: true, cell: ({ amount }) => amount },
            ]}
          />
        </section>
      )}
    </>
  )
}
