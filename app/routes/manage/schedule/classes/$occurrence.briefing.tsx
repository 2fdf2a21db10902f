import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { classBriefing } from '#app/domain/overview/training/class-briefing.server.ts'
import { briefedMarks } from '#app/domain/overview/training/class-briefing.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PrintButton } from '#app/ui/schedule/print-button.tsx'
import { Marks } from '#app/ui/schedule/roster-table.tsx'
import { count, dayShortTime } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Briefing: ${data.title}, ${data.when}` : 'Briefing', { matches })

/** Who of a class stands out; the words of injuries are for its coach and who reads medical notes. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'roster:read')
  const id = params.occurrence ?? ''
  const briefing = await classBriefing(ctx, id)
  if (!briefing) throw notFound()
  const { title, localStart, roomName, coachId, coachName, booked, people } = briefing
  const medical = may(viewer.role, 'medical:read') || coachId === viewer.personId
  return {
    studio: { slug: ctx.studio.slug },
    id,
    title,
    roomName,
    coachName,
    when: dayShortTime(localStart, ctx.studio.locale),
    booked: count(booked, 'person', 'people'),
    people: people.map((one) => ({
      personId: one.personId,
      name: one.name,
      marks: briefedMarks(one, { medical }),
    })),
  }
}

export default function Briefing() {
  const { studio, id, title, when, roomName, coachName, booked, people } =
    useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageClass(studio, id)}>Roster</BackLink>
      <PageHead
        title={`Briefing: ${title}`}
        intro={`${when}. ${roomName}, with ${coachName}. ${booked} booked.`}
        actions={<PrintButton />}
      />
      {people.length === 0 ? (
        <Empty
          icon="members"
          title="Nobody stands out"
          text="First visits, injuries, birthdays and people about to level up appear here."
        />
      ) : (
        <ul className="lines">
          {people.map(({ personId, name, marks }) => (
            <li key={personId}>
              <span>
                <Link to={paths.managePerson(studio, personId)}>{name}</Link>{' '}
                <Marks marks={marks} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
