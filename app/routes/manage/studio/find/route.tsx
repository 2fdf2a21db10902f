import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { FilterBar, SearchFilter } from '#app/ui/list/filter-bar.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { foundGroups } from './found.server.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Find', { matches })

/** What some words lead to at the desk; nothing that the person could not open is among it. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:read')
  const q = (app.url.searchParams.get('q') ?? '').slice(0, 80)
  return { studio: { slug: ctx.studio.slug }, q, groups: await foundGroups(ctx, q) }
}

export default function Find() {
  const { studio, q, groups } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="Find"
      intro="People, pages, actions, today’s classes, what you sell, invoices by number, and settings."
      filters={
        <FilterBar label="Find anything" action={paths.manageFind(studio)}>
          <SearchFilter label="Find anything" value={q} />
        </FilterBar>
      }
    >
      {groups.length === 0 ? (
        <Empty
          icon="search"
          title={q.trim().length < 2 ? 'Type two letters or more' : 'Nothing found'}
          text="Try the start of a name, an invoice number, or a word like tax."
        />
      ) : (
        <div className="settings">
          {groups.map(({ id, name, places }) => (
            <section key={id} aria-labelledby={`found-${id}`}>
              <h2 id={`found-${id}`}>{name}</h2>
              <ul>
                {places.map(({ name, note, path }) => (
                  <li key={path}>
                    <p>
                      <Link to={path}>{name}</Link>
                    </p>
                    <p className="muted">{note}</p>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </ListPage>
  )
}
