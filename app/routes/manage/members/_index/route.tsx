import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import type { Counted } from '#app/domain/insights/metrics.server.ts'
import { membersPage } from '#app/domain/overview/members-page.server.ts'
import { newsLines } from '#app/domain/overview/members-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Figures } from '#app/ui/list/figures.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { counted, dayShortTime, dayTime } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'
import { PeopleNewsList } from './people-news.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Members overview', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'people:read')
  const { slug, timeZone, locale } = ctx.studio
  const { byState, ofMonth, toLookAt, segments, since, news } = await membersPage(ctx)
  const at = (instant: string) => dayTime(wallTime(instant, timeZone), locale)
  return {
    studio: { slug },
    countedAt: at(ctx.now),
    byState,
    ofMonth,
    toLookAt,
    segments,
    since: dayShortTime(wallTime(since, timeZone), locale),
    news: newsLines(news),
    can: {
      add: may(viewer.role, 'people:write'),
      import: may(viewer.role, 'people:import'),
    },
  }
}

export default function MembersOverview() {
  const { studio, countedAt, byState, ofMonth, toLookAt, segments, since, news, can } =
    useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Members overview"
        intro={`Counted ${countedAt}. Each number opens its list.`}
        actions={
          <>
            {can.import && (
              <Link className="button not-phone" to={paths.managePeopleImports(studio)}>
                Import
              </Link>
            )}
            {can.add && (
              <Link className="button primary" to={paths.managePersonNew(studio)}>
                <Icon name="plus" /> Add a person
              </Link>
            )}
          </>
        }
      />
      <Figures
        rows={byState.map(({ name, path, ...figure }) => ({
          name,
          value: <Link to={path}>{numberOf(figure)}</Link>,
        }))}
      />
      <div className="split">
        <div className="sections">
          <CountList id="now" title="To look at" figures={toLookAt} />
          <CountList id="month" title="Coming and going" figures={ofMonth} />
          <details>
            <summary className="button quiet">What the numbers at the top count</summary>
            <dl className="facts">
              {byState.map(({ id, name, definition }) => (
                <div key={id}>
                  <dt>{name}</dt>
                  <dd>{definition}</dd>
                </div>
              ))}
            </dl>
          </details>
        </div>
        <aside className="aside">
          <PeopleNewsList studio={studio} since={since} news={news} />
          <section aria-labelledby="segments">
            <h2 id="segments">Saved segments</h2>
            {segments.length === 0 ? (
              <p className="muted">Filter the list of members, then save the filters here.</p>
            ) : (
              <ul>
                {segments.map(({ id, name, params, shared }) => (
                  <li key={id}>
                    <Link to={`${paths.manageMembers(studio)}?${params}`}>{name}</Link>{' '}
                    {shared === 0 && <small className="muted">Only you</small>}
                  </li>
                ))}
              </ul>
            )}
          </section>
          {can.add && (
            <section aria-labelledby="tidy">
              <h2 id="tidy">Two records, one person?</h2>
              <p className="do">
                <Link to={paths.manageDuplicates(studio)}>Possible duplicates</Link>
              </p>
            </section>
          )}
        </aside>
      </div>
    </>
  )
}

/** `1,000+`; `All` where there are too many to count. */
const numberOf = ({ n, more }: Pick<Counted, 'n' | 'more'>) =>
  n === null ? 'List' : counted(n, more)

/** Figures with what each counts, one a line. */
function CountList(props: { id: string; title: string; figures: readonly Counted[] }) {
  const { id, title, figures } = props
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="counts">
        {figures.map(({ id: figure, name, definition, path, n, more }) => (
          <li key={figure} className={n === 0 ? 'none' : undefined}>
            <b>{numberOf({ n, more })}</b>
            <span>
              <Link to={path}>{name}</Link>
              <small>{definition}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
