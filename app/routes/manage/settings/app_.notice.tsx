import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { maintenanceOf, noticeWords } from '#app/domain/scope/maintenance.ts'
import { shownTabs, tabNames } from '#app/domain/scope/menu.ts'
import { maintenanceForm } from '#app/domain/studios/app-settings/maintenance-form.ts'
import { saveMaintenance } from '#app/domain/studios/app-settings/save-maintenance.server.ts'
import { colourOfStudio, studioColourOf } from '#app/domain/studios/brand/suggested-colours.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import {
  changedMeanwhile,
  invalid,
  parsePosted,
  readPosted,
  refused,
  shownAgain,
} from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { postedText } from '#app/http/posted-picks.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { shownValue } from '#app/ui/form/field-frame.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { dateTime } from '#app/values/wording.ts'
import { localDateTime, zoneInWords } from '#app/values/zone.ts'
import { LookPreview } from './app/look-preview.tsx'
import { SaveOrPreview } from './app/save-or-preview.tsx'
import { viewerOf } from './app/viewers.ts'

export const handle = { styles: ['staff-look'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Maintenance notice', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const { studio, now } = ctx
  const { slug, name, timeZone, locale } = studio
  const kept = maintenanceOf(studio)
  const wall = (at: string | undefined) => (at ? localDateTime(at, timeZone) : '')
  return {
    rules: fieldRules(maintenanceForm),
    studio: { slug, name, locale, zone: zoneInWords(timeZone) },
    look: { colour: colourOfStudio(studio), logo: studio.logo },
    as: viewerOf(app.url.searchParams.get('as')),
    tabs: shownTabs(studio).map((key) => tabNames[key]),
    values: {
      text: kept?.text ?? '',
      from: wall(kept?.from),
      until: wall(kept?.until),
      key: newId(),
    },
    state: kept ? stateOf(kept, now) : '',
    version: studio.maintenance,
  }
}

function stateOf({ from, until }: { from: string; until: string }, now: string): string {
  if (now >= until) return 'It is over: members no longer see it.'
  return now < from ? 'It is still to come.' : 'Members see it now.'
}

/** Saves the notice: 303, or 422 at the time that cannot be. Preview shows it and saves nothing. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const posted = await readPosted(request)
  const act = postedText(posted, 'do')
  if (act === 'end') posted.set('text', '')
  const submission = parsePosted(posted, maintenanceForm)
  if (submission.status !== 'success') return invalid(submission)
  if (act === 'preview') return shownAgain(submission, {})
  const result = await saveMaintenance(ctx, app.directory, submission.value)
  if (!result.ok) {
    if (result.reason === 'changed_meanwhile') return changedMeanwhile(submission, result.reason)
    return refused(submission, { code: result.reason, fields: { [result.field]: [result.text] } })
  }
  const text = submission.value.text
    ? 'Saved. Members see it from the time you set; it ends by itself.'
    : 'Saved. Members see no notice.'
  return redirectWithFlash(app, paths.manageNotice(ctx.studio), text)
}

export default function MaintenanceNotice() {
  const { rules, studio, look, as, tabs, values, state, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('maintenance', ['text', 'from', 'until', 'key'] as const, {
    answer,
    values,
    rules,
  })
  const { text, from, until, key } = form.fields
  const [said, ends] = [shownValue(text), shownValue(until)]
  return (
    <>
      <BackLink to={paths.manageSettings(studio)}>Settings</BackLink>
      <PageHead
        title="Maintenance notice"
        intro={`A sentence on every page of your members, while something doesn’t work as usual. Booking goes on. ${state}`}
      />
      <div className="split previewed">
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields
            values={{
              key: String(key.initialValue ?? ''),
              version: openedVersion(answer, version),
            }}
          />
          <TextField
            field={text}
            label="What to tell them"
            hint="Leave it empty for no notice. When it ends is added by itself."
            autoComplete="off"
          />
          <TextField
            field={from}
            label="From"
            hint={`Your time, ${studio.zone}.`}
            type="datetime-local"
          />
          <TextField field={until} label="Until" type="datetime-local" />
          <SaveOrPreview>
            {version && (
              <button type="submit" className="button quiet" name="do" value="end">
                Take it down
              </button>
            )}
          </SaveOrPreview>
        </LiveFormBody>
        <LookPreview
          studio={studio}
          as={as}
          look={studioColourOf(look.colour)}
          logo={look.logo}
          tabs={tabs}
          notice={said && ends ? noticeWords(said, dateTime(ends, studio.locale)) : said}
          path={(viewer) => paths.manageNotice(studio, { as: viewer })}
        />
      </div>
    </>
  )
}
