import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { listGradings } from '#app/domain/grading/grading-page.server.ts'
import { stateWords } from '#app/domain/grading/grading-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayMonthYear, money } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Grading', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'skills:assess')
  const { locale, currency, slug } = ctx.studio
  return {
    studio: { slug },
    writes: may(viewer.role, 'gradings:write'),
    rows: (await listGradings(ctx)).map((row) => ({
      id: row.id,
      level: row.level,
      ladder: row.ladder,
      state: stateWords[row.state],
      tone: row.state === 'published' ? ('good' as const) : ('line' as const),
      on: `${dayMonthYear(row.onDate, locale)}, ${row.startsAt}`,
      place: row.place,
      panel: row.panelNames,
      fee: row.feeMinor > 0 ? money(row.feeMinor, currency, locale) : 'Free',
    })),
  }
}

export default function Gradings() {
  const { studio, writes, rows } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Grading"
        intro="Who is ready for the next level, who is invited, and what came of it."
        actions={
          writes && (
            <Link className="button primary" to={paths.manageGradingNew(studio)}>
              Plan a grading
            </Link>
          )
        }
      />
      {rows.length === 0 ? (
        <Empty
          icon="star"
          title="No gradings yet"
          text="A grading lists who is eligible for a level, invites them, and dates their new level on the day they are graded."
        />
      ) : (
        <Table
          caption="Gradings, newest first"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Level',
              place: 'name',
              cell: ({ id, level, ladder }) => (
                <>
                  <Link to={paths.manageGrading(studio, id)}>{level}</Link>{' '}
                  <small className="muted">{ladder}</small>
                </>
              ),
            },
            { name: 'On', place: 'under', date: true, cell: ({ on }) => on },
            { name: 'Place', place: 'desk', cell: ({ place }) => place },
            { name: 'Graded by', place: 'wide', cell: ({ panel }) => panel },
            { name: 'Fee', place: 'desk', number: true, cell: ({ fee }) => fee },
            {
              name: 'State',
              place: 'state',
              cell: ({ state, tone }) => <Label text={state} tone={tone} />,
            },
          ]}
        />
      )}
    </>
  )
}
