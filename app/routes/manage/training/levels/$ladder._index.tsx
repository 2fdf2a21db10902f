import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { ladderPeoplePage } from '#app/domain/progression/ladder-people-page.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Pagination } from '#app/ui/list/pagination.tsx'
import { BulkBar, PickAll, PickRow } from '#app/ui/list/pick.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayMonthYear } from '#app/values/wording.ts'

export const handle = { styles: ['pagination'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.ladder.name ?? 'Level', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'levels:write')
  const search = app.url.searchParams
  const level = search.get('level')?.slice(0, 40) ?? ''
  const number = Math.max(1, Math.min(400, Math.trunc(Number(search.get('page'))) || 1))
  const found = await ladderPeoplePage(ctx, params.ladder ?? '', { level, page: number })
  if (!found) throw notFound()
  const { ladder, level: shown, next, people } = found
  const { slug, locale } = ctx.studio
  return {
    studio: { slug },
    writes: may(viewer.role, 'ladders:write'),
    ladder: { id: ladder.id, name: ladder.name },
    levels: ladder.levels.map(({ id, name, people: n }) => ({ id, name, people: n })),
    level: shown && { id: shown.id, name: shown.name, people: shown.people },
    next: next?.name ?? '',
    page: people?.page ?? 1,
    pages: people?.pages ?? 1,
    rows: (people?.items ?? []).map(
      ({ id, name, left, since, stripes, ready, away, held, lapsed, refreshed, progress }) => ({
        id,
        name,
        ready,
        lapsed,
        progress: progress.join(', '),
        stripes: stripes > 0 ? count(stripes, 'stripe') : '',
        since: dayMonthYear(since, locale),
        held: [held, refreshed && `came to the refresher on ${dayMonthYear(refreshed, locale)}`]
          .filter(Boolean)
          .join(', '),
        left,
        away,
      }),
    ),
  }
}

type Row = Awaited<ReturnType<typeof loader>>['rows'][number]

const columns = (studio: { slug: string }): Column<Row>[] => [
  {
    name: 'Choose',
    place: 'pick',
    head: <PickAll name="person" label="Choose everyone on this page" />,
    cell: ({ id, name, left }) => !left && <PickRow name="person" value={id} label={name} />,
  },
  {
    name: 'Name',
    place: 'name',
    cell: ({ id, name }) => <Link to={paths.managePerson(studio, id)}>{name}</Link>,
  },
  { name: 'Stripes', place: 'desk', cell: ({ stripes }) => stripes },
  { name: 'Since', place: 'under', date: true, cell: ({ since }) => since },
  { name: 'Held', place: 'under', cell: ({ held }) => held },
  { name: 'Towards the next', place: 'under', cell: ({ progress }) => progress },
  {
    name: 'State',
    place: 'state',
    cell: ({ ready, left, away, lapsed }) =>
      (left && <Label text="Past member" tone="line" />) ||
      (lapsed && <Label text="Expired" tone="bad" />) ||
      (away && <Label text="Refresher" tone="warn" />) ||
      (ready && <Label text="Ready" tone="good" />),
  },
]

export default function LadderPeople() {
  const { studio, writes, ladder, levels, level, next, rows, page, pages } =
    useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageLadders(studio)}>Levels</BackLink>
      <PageHead
        title={level ? `${ladder.name}: ${level.name}` : ladder.name}
        intro={
          level
            ? `${count(level.people, 'person', 'people')}, those who hold it longest first.${next && ` The next level is ${next}.`}`
            : 'It has no levels yet.'
        }
        actions={
          writes &&
          level && (
            <Link className="button" to={paths.manageLevel(studio, ladder.id, level.id)}>
              Edit level
            </Link>
          )
        }
      />
      {levels.length > 1 && (
        <nav className="rungs" aria-label={`Levels of ${ladder.name}`}>
          {levels.map(({ id, name, people }) => (
            <Link
              key={id}
              className="rung-link"
              to={paths.manageLadder(studio, ladder.id, { level: id })}
              aria-current={id === level?.id ? 'page' : undefined}
            >
              {name} <small>{people}</small>
            </Link>
          ))}
        </nav>
      )}
      {rows.length > 0 ? (
        <Form action={paths.manageLadderAct(studio, ladder.id, 'people')} className="picking">
          <Table
            caption={`People on ${level?.name}, those who hold it longest first`}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns(studio)}
          />
          <BulkBar label="What to do with those you chose">
            <button type="submit" className="button primary">
              Set their level
            </button>
          </BulkBar>
        </Form>
      ) : (
        level && (
          <Empty
            icon="members"
            title={`Nobody is on ${level.name}`}
            text="Set a person’s level on their profile, or choose people on another level and set them together."
          />
        )
      )}
      <Pagination
        page={page}
        pages={pages}
        path={(number) => paths.manageLadder(studio, ladder.id, { level: level?.id, page: number })}
      />
    </>
  )
}
