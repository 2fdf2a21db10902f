import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pastMemberWords } from '#app/domain/farewells/past-member-words.ts'
import { pastMembersPage, pastViews } from '#app/domain/farewells/past-members-page.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams, pageParams, rowsPerPage } from '#app/http/list-params.server.ts'
import { portraitsOf } from '#app/http/portraits.server.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { ViewChips } from '#app/ui/list/filter-bar.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Pager, rangeOf } from '#app/ui/list/pager.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { formatsAt } from '#app/values/formats.ts'
import { pastColumns } from './past-columns.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Past members', { matches })

const filters = pageParams.extend({ view: z.enum(pastViews).catch('') })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'people:read')
  const { page, view } = listParams(app, filters)
  const people = await pastMembersPage(ctx, view, { page, perPage: rowsPerPage })
  const formats = formatsAt(ctx.studio, ctx.now)
  const portrait = portraitsOf(app)
  const fees = may(viewer.role, 'fees:read')
  return {
    studio: { slug: ctx.studio.slug },
    view,
    fees,
    write: may(viewer.role, 'people:write'),
    people: {
      ...people,
      items: people.items.map((past) => ({
        ...pastMemberWords(past, formats, { fees, bans: may(viewer.role, 'people:write') }),
        photo: portrait(past.photo),
      })),
    },
  }
}

const views = [
  ['', 'Everyone'],
  ['open', 'To win back'],
  ['owing', 'Owing'],
  ['quiet', 'Do not contact'],
  ['banned', 'Banned'],
] as const

export default function PastMembers() {
  const { studio, view, fees, write, people } = useLoaderData<typeof loader>()
  const path = (page: number) =>
    paths.managePastMembers(studio, { view, ...(page > 1 ? { page } : {}) })
  const shown = people.items.length
  return (
    <ListPage
      title="Past members"
      intro="People with nothing left of a membership or pack, and those who are banned. Frozen members haven’t left."
      filters={
        <ViewChips
          views={views
            .filter(([one]) => fees || one !== 'owing')
            .map(([one, name]) => ({
              name,
              path: paths.managePastMembers(studio, { view: one }),
              current: one === view,
            }))}
        />
      }
    >
      {shown > 0 ? (
        <>
          <Table
            caption={`Past members, latest class first, ${rangeOf(people, shown)}`}
            columns={pastColumns(studio, { fees, write })}
            rows={people.items}
            rowKey={({ id }) => id}
          />
          <Pager page={people} shown={shown} path={path} />
        </>
      ) : (
        <Empty
          icon="members"
          title="Nobody here"
          text="When someone’s last membership or pack ends, they appear here with why they left and which class they could come to."
        >
          <Link className="button" to={paths.manageMembers(studio)}>
            See members
          </Link>
        </Empty>
      )}
    </ListPage>
  )
}
