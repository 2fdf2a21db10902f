import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { classTypesPage } from '#app/domain/scheduling/class-types/class-type-queries.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { classSigns } from '#app/http/class-signs.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Sign } from '#app/ui/icon/sign.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, money } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Class types', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'schedule:read')
  const { types } = await classTypesPage(ctx)
  const { slug, currency, locale } = ctx.studio
  const signs = await classSigns(
    app.env,
    types.map(({ id, colour, icon }) => [id, { colour, icon }] as const),
  )
  return {
    studio: { slug },
    canWrite: may(viewer.role, 'schedule:write'),
    types: types.map(
      ({ id, name, shortName, discipline, level, minutes, dropInMinor, archivedAt, ahead }) => ({
        id,
        name,
        shortName,
        discipline,
        level,
        minutes,
        ahead,
        sign: signs[id] ?? null,
        dropIn: dropInMinor === null ? '' : money(dropInMinor, currency, locale),
        archived: archivedAt !== null,
      }),
    ),
  }
}

type Listed = ReturnType<typeof useLoaderData<typeof loader>>['types'][number]

export default function ClassTypes() {
  const { studio, canWrite, types } = useLoaderData<typeof loader>()
  const add = canWrite && (
    <Link className="button primary" to={paths.manageClassTypeNew(studio)}>
      <Icon name="plus" /> Add a class type
    </Link>
  )
  const columns: Column<Listed>[] = [
    {
      name: 'Name',
      place: 'name',
      cell: ({ id, name, shortName, sign }) => (
        <span className="with-avatar">
          {sign && <Sign sign={sign} id={id} />}
          <span>
            {canWrite ? <Link to={paths.manageClassType(studio, id)}>{name}</Link> : name}{' '}
            <small>{shortName}</small>
          </span>
        </span>
      ),
    },
    {
      name: 'State',
      place: 'state',
      cell: ({ archived }) =>
        archived ? <Label text="Archived" tone={null} /> : <Label text="In use" tone="good" />,
    },
    { name: 'Discipline', place: 'under', cell: ({ discipline }) => discipline },
    { name: 'Level', place: 'under', cell: ({ level }) => level ?? 'Open to all' },
    { name: 'Minutes', place: 'desk', number: true, cell: ({ minutes }) => minutes },
    { name: 'Drop-in', place: 'desk', number: true, cell: ({ dropIn }) => dropIn },
    { name: 'Classes ahead', place: 'desk', number: true, cell: ({ ahead }) => ahead },
  ]
  return (
    <>
      <BackLink to={paths.manageClasses(studio)}>Classes</BackLink>
      <PageHead title="Class types" intro={`${count(types.length, 'type')}.`} actions={add} />
      {types.length === 0 ? (
        <Empty
          icon="calendar"
          title="No class types yet"
          text={
            'A class type says what a class is: its name, discipline, who can book and how ' +
            'long it lasts.'
          }
        >
          {add}
        </Empty>
      ) : (
        <Table
          caption="Class types, those in use first"
          columns={columns}
          rows={types}
          rowKey={({ id }) => id}
        />
      )}
    </>
  )
}
