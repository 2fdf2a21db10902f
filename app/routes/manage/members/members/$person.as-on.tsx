import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import type { ReactElement } from 'react'
import { personAsOn } from '#app/domain/overview/history/as-on-page.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { AskDay } from '#app/ui/staff/ask-day.tsx'
import { dayMonthYear } from '#app/values/wording.ts'
import { firstLocalDate, isLocalDate, localDate } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(`${data?.person.name ?? 'A member'} on ${data?.title ?? 'a day'}`, { matches })

/** A day that is none, or after today, is today. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:read')
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const asked = app.url.searchParams.get('day') ?? ''
  const day = isLocalDate(asked) && asked <= today && asked >= firstLocalDate ? asked : today
  const page = await personAsOn(ctx, params.person ?? '', day)
  if (!page) throw notFound()
  return {
    studio: { slug: ctx.studio.slug },
    ...page,
    day,
    today,
    title: dayMonthYear(day, ctx.studio.locale),
  }
}

export default function PersonThen() {
  const { studio, person, memberships, packs, levels, classes, day, today, title } =
    useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.managePerson(studio, person.id)}>{person.name}</BackLink>
      <PageHead
        title={`${person.name} on ${title}`}
        intro={
          person.notYet
            ? `${person.name} joined on ${person.joined}.`
            : 'Plan, credits and level at the end of that day.'
        }
      />
      <div className="sections">
        <AskDay
          {...{ day, today }}
          action={paths.managePersonAsOn(studio, person.id)}
          label="Another day"
        />
        <Part title="Memberships" empty="No membership on that day.">
          {memberships.map(({ id, name, note, warn }) => (
            <li key={id}>
              <b>{name}</b> <span className={warn ? 'warn' : 'muted'}>{note}</span>
            </li>
          ))}
        </Part>
        <Part title="Packs" empty="No pack on that day.">
          {packs.map(({ id, name, note }) => (
            <li key={id}>
              <b>{name}</b> <span className="muted">{note}</span>
            </li>
          ))}
        </Part>
        <Part title="Levels" empty="No level on that day.">
          {levels.map(({ discipline, level }) => (
            <li key={discipline}>
              <b>{level}</b> <span className="muted">{discipline}</span>
            </li>
          ))}
        </Part>
        <Part title="Classes of that day" empty="No class on that day.">
          {classes.map(({ id, title: name, note }) => (
            <li key={id}>
              <b>{name}</b> <span className="muted">{note}</span>
            </li>
          ))}
        </Part>
        {person.age && <p className="muted">Age on that day: {person.age}</p>}
      </div>
    </>
  )
}

function Part({
  title,
  empty,
  children,
}: {
  title: string
  empty: string
  children: ReactElement[]
}) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children.length > 0 ? (
        <ul className="lines">{children}</ul>
      ) : (
        <p className="muted">{empty}</p>
      )}
    </section>
  )
}
