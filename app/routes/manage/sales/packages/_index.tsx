import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { eachWords, packageWords } from '#app/domain/entitlements/offer-words.ts'
import { contentWords } from '#app/domain/entitlements/offers/package-kinds.ts'
import { packagesPage } from '#app/domain/entitlements/offers/packages-page.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Packages', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'invoices:read')
  const { slug, currency, locale } = ctx.studio
  const { packages, disciplines, types } = await packagesPage(ctx)
  const namesOf = (rows: typeof disciplines) =>
    Object.fromEntries(rows.map(({ id, name }) => [id, name]))
  const reader = { currency, locale, disciplines: namesOf(disciplines), types: namesOf(types) }
  return {
    studio: { slug },
    packages: packages.map((pack) => ({
      ...packageWords(pack, reader),
      gives: contentWords(pack),
      each: eachWords(pack, reader)?.split(' ')[0] ?? '',
    })),
    canWrite: may(viewer.role, 'offers:write'),
    canGive: may(viewer.role, 'entitlements:write'),
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['packages'][number]

const columns = (studio: { slug: string }, canWrite: boolean): Column<Row>[] => [
  {
    name: 'Name',
    place: 'name',
    cell: ({ id, name, rest }) => (
      <>
        {canWrite ? <Link to={paths.managePackage(studio, id)}>{name}</Link> : name}{' '}
        <small>{rest}</small>
      </>
    ),
  },
  {
    name: 'What it gives',
    place: 'under',
    cell: ({ gives }) => gives,
  },
  { name: 'Each', place: 'desk', number: true, cell: ({ each }) => each },
  { name: 'Price', place: 'state', number: true, cell: ({ price }) => price },
]

export default function Packages() {
  const { studio, packages, canWrite, canGive } = useLoaderData<typeof loader>()
  const add = canWrite && (
    <Link className="button primary" to={paths.managePackageNew(studio)}>
      <Icon name="plus" /> Add a package
    </Link>
  )
  return (
    <ListPage
      title="Packages"
      intro="One credit pays for one class or appointment. A new price is for new sales only."
      actions={
        <>
          {canGive && (
            <Link className="button quiet" to={paths.managePacks(studio, 'credits')}>
              Add credits
            </Link>
          )}
          {canGive && (
            <Link className="button quiet" to={paths.managePacks(studio, 'extend')}>
              Extend packs
            </Link>
          )}
          {canWrite && (
            <Link className="button quiet" to={paths.manageCoupons(studio)}>
              Coupons
            </Link>
          )}
          {add}
        </>
      }
    >
      {packages.length > 0 ? (
        <Table
          caption="Packages on sale by name"
          columns={columns(studio, canWrite)}
          rows={packages}
          rowKey={({ id }) => id}
        />
      ) : (
        <Empty
          icon="receipt"
          title="No packages on sale"
          text="Packages appear on your price list, and you sell them from a person’s profile."
        >
          {add}
        </Empty>
      )}
    </ListPage>
  )
}
