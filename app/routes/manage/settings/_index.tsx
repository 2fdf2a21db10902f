import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { settingFacts } from '#app/domain/overview/settings/setting-facts.server.ts'
import { openSettings, settingsFound } from '#app/domain/overview/settings/settings-list.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { FilterBar, SearchFilter } from '#app/ui/list/filter-bar.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Settings', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const facts = await settingFacts(ctx)
  const asked = (app.url.searchParams.get('q') ?? '').slice(0, 80)
  return {
    studio: { slug: ctx.studio.slug, name: ctx.studio.name },
    asked,
    groups: settingsFound(facts, asked),
    open: openSettings(facts).map(({ name }) => name),
  }
}

export default function Settings() {
  const { studio, asked, groups, open } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="Settings"
      intro={
        open.length === 0
          ? `How ${studio.name} works.`
          : `How ${studio.name} works. Still to fill in: ${open.join(', ')}.`
      }
      filters={
        <FilterBar label="Search settings" action={paths.manageSettings(studio)}>
          <SearchFilter label="Search settings" value={asked} />
        </FilterBar>
      }
    >
      {groups.length === 0 ? (
        <Empty
          icon="search"
          title="No setting matches"
          text="Try another word, like tax, week or waiver."
        >
          <Link className="button" to={paths.manageSettings(studio)}>
            Show all settings
          </Link>
        </Empty>
      ) : (
        <div className="settings">
          {groups.map(({ id, name, settings }) => (
            <section key={id} aria-labelledby={`settings-${id}`}>
              <h2 id={`settings-${id}`}>{name}</h2>
              <ul>
                {settings.map((setting) => (
                  <li key={setting.name}>
                    <p>
                      {setting.path ? (
                        <Link to={setting.path}>{setting.name}</Link>
                      ) : (
                        <b>{setting.name}</b>
                      )}{' '}
                      {setting.open && <Label text="To fill in" tone="warn" />}
                    </p>
                    <p className="muted">{setting.text}</p>
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
