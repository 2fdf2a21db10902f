import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import {
  hideable,
  homeNames,
  menuOf,
  moved,
  shownTabs,
  startName,
  startsOf,
  tabNames,
  toMenu,
} from '#app/domain/scope/menu.ts'
import { menuForm } from '#app/domain/studios/app-settings/menu-form.ts'
import { saveMenu } from '#app/domain/studios/app-settings/save-menu.server.ts'
import { colourOfStudio, studioColourOf } from '#app/domain/studios/brand/suggested-colours.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import {
  changedMeanwhile,
  invalid,
  parsePosted,
  readPosted,
  shownAgain,
} from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { postedText } from '#app/http/posted-picks.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { LookPreview } from '../app/look-preview.tsx'
import { SaveOrPreview } from '../app/save-or-preview.tsx'
import { viewerOf } from '../app/viewers.ts'
import { OrderField } from './order-field.tsx'

export const handle = { styles: ['staff-look'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Menu and home', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const { studio } = ctx
  return {
    rules: fieldRules(menuForm),
    studio: { slug: studio.slug, name: studio.name },
    look: { colour: colourOfStudio(studio), logo: studio.logo },
    as: viewerOf(app.url.searchParams.get('as')),
    starts: startsOf(studio).map((value) => ({ value, label: startName(value) })),
    menu: menuOf(studio),
    /** Tabs of what the studio uses; others keep their place and are not shown. */
    used: shownTabs(studio),
    version: studio.menu,
    key: newId(),
  }
}

/**
 * Saves the menu: 303, or 422 where somebody else has saved since. A press up or down, and Preview,
 * show the form again and save nothing.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const posted = await readPosted(request)
  const act = postedText(posted, 'do')
  const press = /^(up|down) (tabs|main|side) (\w+)$/.exec(act)
  if (press) {
    const [, way, list, key] = press as unknown as [
      string,
      'up' | 'down',
      'tabs' | 'main' | 'side',
      string,
    ]
    const order: readonly string[] = toMenu({ [list]: postedText(posted, list) })[list]
    posted.set(list, moved(order, key, way).join(','))
  }
  const submission = parsePosted(posted, menuForm)
  if (submission.status !== 'success') return invalid(submission)
  if (act) return shownAgain(submission, {})
  const result = await saveMenu(ctx, app.directory, submission.value)
  if (!result.ok) return changedMeanwhile(submission, result.reason)
  return redirectWithFlash(
    app,
    paths.manageMenu(ctx.studio),
    'Saved. It holds from the next page on; visitors see it within a minute.',
  )
}

const names = ['start', 'key'] as const

export default function MenuSettings() {
  const { rules, studio, look, as, starts, menu, used, version, key } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const values = { start: menu.start, key }
  const form = useLiveForm('menu', names, { answer, values, rules })
  const sent = sentOf(answer) as Record<string, string | undefined> | null
  const shown = sent
    ? toMenu({ ...sent, hidden: hideable.filter((part) => !sent[`show_${part}`]).join(',') })
    : menu
  const show = { may: hideable, hidden: shown.hidden }
  const parts = [...shown.main, ...shown.side].filter((part) => !shown.hidden.includes(part))
  return (
    <>
      <BackLink to={paths.manageSettings(studio)}>Settings</BackLink>
      <PageHead
        title="Menu and home"
        intro="Where members begin, the order of the menu, and what their home page shows."
      />
      <div className="split previewed">
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields
            values={{
              key: String(form.fields.key.initialValue ?? ''),
              version: openedVersion(answer, version),
            }}
          />
          <SelectField
            field={form.fields.start}
            label="Members begin at"
            hint="After signing in, and when they open the app on their phone."
            options={starts}
          />
          <OrderField
            name="tabs"
            legend="Menu"
            order={shown.tabs}
            was={menu.tabs}
            names={tabNames}
          />
          <OrderField
            name="main"
            legend="Home, first column"
            hint="On a phone its first part comes first, then the second column, then the rest. What a member has to do at once is always above all of it."
            order={shown.main}
            was={menu.main}
            names={homeNames}
            show={show}
          />
          <OrderField
            name="side"
            legend="Home, second column"
            order={shown.side}
            was={menu.side}
            names={homeNames}
            show={show}
          />
          <SaveOrPreview />
        </LiveFormBody>
        <LookPreview
          studio={studio}
          as={as}
          look={studioColourOf(look.colour)}
          logo={look.logo}
          tabs={shown.tabs.filter((tab) => used.includes(tab)).map((tab) => tabNames[tab])}
          parts={parts.filter((part) => part !== 'next').map((part) => homeNames[part])}
          path={(viewer) => paths.manageMenu(studio, { as: viewer })}
        />
      </div>
    </>
  )
}
