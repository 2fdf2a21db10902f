import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { giftPage } from '#app/domain/entitlements/gift-page.server.ts'
import { holdOf, holdWords } from '#app/domain/people/levels/held-level.ts'
import { confirmLevel, setLevel } from '#app/domain/people/levels/set-level.server.ts'
import { levelForm } from '#app/domain/people/person-fields.ts'
import { levelWords } from '#app/domain/progression/progress-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Set a level', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'levels:write')
  const page = await giftPage(ctx, params.person ?? '')
  if (!page) throw notFound()
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const disciplines = [...new Map(page.ladders.map((row) => [row.disciplineId, row.discipline]))]
  return {
    rules: fieldRules(levelForm),
    studio: { slug: ctx.studio.slug },
    person: { id: page.person.id, name: page.person.name },
    options: disciplines.flatMap(([disciplineId, discipline]) => [
      ...page.ladders
        .filter((row) => row.disciplineId === disciplineId)
        .flatMap((row) =>
          Array.from({ length: row.stripes + 1 }, (_, stripes) => ({
            value: `${disciplineId}:${row.levelId}${stripes > 0 ? `:${stripes}` : ''}`,
            label: `${discipline}: ${levelWords(row.level, stripes)}${
              row.held && row.heldStripes === stripes ? ' (current)' : ''
            }`,
          })),
        ),
      ...page.ladders
        .filter((row) => row.disciplineId === disciplineId && row.held)
        .flatMap((row) => {
          const held = holdWords(holdOf(row), today, ctx.studio.locale)
          return held === ''
            ? []
            : [
                {
                  value: `${disciplineId}:${confirm}`,
                  label: `${discipline}: confirm ${row.level}, ${held}`,
                },
              ]
        }),
      { value: `${disciplineId}:`, label: `${discipline}: none` },
    ]),
    today,
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'levels:write')
  const submission = await parseForm(request, levelForm)
  if (submission.status !== 'success') return invalid(submission)
  const { level, since, provisional, until, reason = '' } = submission.value
  const [disciplineId = '', levelId = '', stripes = '0'] = level.split(':')
  const personId = params.person ?? ''
  const confirms = levelId === confirm
  const result = confirms
    ? await confirmLevel(ctx, personId, { disciplineId, on: since, reason })
    : await setLevel(ctx, personId, {
        disciplineId,
        levelId: levelId || null,
        stripes: Number(stripes),
        since,
        reason,
        provisional: provisional || until ? { until: until || null } : null,
      })
  if (result.ok)
    return redirectWithFlash(
      app,
      paths.managePerson(ctx.studio, personId),
      confirms ? 'Level confirmed.' : 'Level set.',
    )
  return refused(submission, { code: result.reason, fields: problems[result.reason] })
}

/** In the place of a level: the one that is held for a time is confirmed. */
const confirm = 'confirm'

const problems: Record<string, Record<string, string[]>> = {
  in_the_future: { since: ['The date can’t be in the future.'] },
  ends_before: { until: ['Choose today or a later day.'] },
  not_found: { level: ['Choose a level of this studio, reached by that day.'] },
}

export default function SetLevel() {
  const { rules, studio, person, options, today } = useLoaderData<typeof loader>()
  const form = useLiveForm('level', ['level', 'since', 'provisional', 'until', 'reason'], {
    answer: useActionData<FormAnswer>(),
    values: { since: today },
    rules,
  })
  const profile = paths.managePerson(studio, person.id)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead title={`Set a level of ${person.name}`} />
      {options.length === 0 ? (
        <Empty
          icon="steps"
          title="No levels yet"
          text="Levels belong to a discipline. Set them up first."
        />
      ) : (
        <LiveFormBody of={form}>
          <div className="sheet-form">
            <SelectField
              field={form.fields.level}
              label="Level"
              options={options}
              empty="Choose a level"
            />
            <DateField
              field={form.fields.since}
              label="Reached on"
              hint="The day of the assessment"
            />
            <CheckboxField
              field={form.fields.provisional}
              label="Provisional, until it is confirmed"
            />
            <DateField
              field={form.fields.until}
              label="Provisional until (optional)"
              hint="The last day on which it opens classes, unless it is confirmed before."
            />
            <TextField field={form.fields.reason} label="Why" hint="Optional" autoComplete="off" />
          </div>
          <FormEnd sending="Saving…" cancel={profile}>
            Set level
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
