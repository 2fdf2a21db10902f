import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { closuresPage } from '#app/domain/planning/closure-queries.server.ts'
import { spanWords } from '#app/domain/planning/closure-words.ts'
import { planningTools } from '#app/domain/planning/planning-tools.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label, type LabelTone } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PlanningNav } from '#app/ui/schedule/planning-nav.tsx'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Closures', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'schedule:read')
  const { slug, locale, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const label = (state: string, untilDate: string): { text: string; tone: LabelTone } => {
    if (state === 'lifted') return { text: 'Reopened', tone: 'line' }
    if (state === 'applying') return { text: 'Being applied', tone: 'warn' }
    return untilDate < today ? { text: 'Over', tone: null } : { text: 'Current', tone: 'good' }
  }
  return {
    studio: { slug },
    tools: planningTools(ctx.studio, viewer.role),
    canWrite: may(viewer.role, 'schedule:write'),
    closures: (await closuresPage(ctx)).map(
      ({ id, name, fromDate, untilDate, location, state, cancelled, packs }) => ({
        id,
        name,
        cancelled,
        packs,
        days: spanWords(fromDate, untilDate, locale),
        where: location ?? 'Everywhere',
        label: label(state, untilDate),
      }),
    ),
  }
}

export default function Closures() {
  const { studio, tools, canWrite, closures } = useLoaderData<typeof loader>()
  const add = canWrite && (
    <>
      <Link className="button quiet" to={paths.manageHolidays(studio)}>
        Holidays from a file
      </Link>
      <Link className="button primary" to={paths.manageClosureNew(studio)}>
        <Icon name="plus" /> Close for some days
      </Link>
    </>
  )
  return (
    <>
      <BackLink to={paths.manageSchedule(studio)}>Schedule</BackLink>
      <PageHead
        title="Closures"
        intro="Days when you’re not open."
        actions={closures.length > 0 && add}
      />
      <PlanningNav tools={tools} />
      {closures.length === 0 ? (
        <Empty
          icon="off"
          title="No closed days"
          text={
            'Close for a holiday or building work: classes are cancelled, people get their ' +
            'credits back, packs run longer and everyone is notified. You see it all first.'
          }
        >
          {add}
        </Empty>
      ) : (
        <Table
          caption="Closures, latest days first"
          rows={closures}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Name',
              cell: ({ id, name }) => <Link to={paths.manageClosure(studio, id)}>{name}</Link>,
              place: 'name',
            },
            { name: 'Days', cell: ({ days }) => days, place: 'under' },
            { name: 'Where', cell: ({ where }) => where, place: 'under' },
            { name: 'Cancelled', cell: ({ cancelled }) => cancelled, number: true, place: 'desk' },
            { name: 'Packs extended', cell: ({ packs }) => packs, number: true, place: 'desk' },
            { name: 'State', cell: ({ label }) => <Label {...label} />, place: 'state' },
          ]}
        />
      )}
    </>
  )
}
