import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { setLevels } from '#app/domain/people/levels/set-level.server.ts'
import { chosenForLevel } from '#app/domain/progression/chosen-for-level.server.ts'
import { setLevelsForm } from '#app/domain/progression/ladder-form.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Set a level', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'levels:write')
  const ids = app.url.searchParams.getAll('person').slice(0, 100)
  const chosen = await chosenForLevel(ctx, params.ladder ?? '', ids)
  if (!chosen) throw notFound()
  const { ladder, people } = chosen
  return {
    rules: fieldRules(setLevelsForm),
    studio: { slug: ctx.studio.slug },
    ladder: { id: ladder.id, name: ladder.name },
    people,
    levels: ladder.levels.map(({ id, name }) => ({ value: id, label: name })),
    values: {
      key: newId(),
      since: localDate(ctx.now, ctx.studio.timeZone),
      level: chosen.next,
    },
  }
}

/** Puts those who were chosen on a level: 303 to its people, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'levels:write')
  const submission = await parseForm(request, setLevelsForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, level: levelId, since, reason, person } = submission.value
  const result = await setLevels(ctx, person, { key, levelId, since, reason })
  if (!result.ok) {
    return refused(submission, {
      code: result.reason,
      fields:
        result.reason === 'in_the_future'
          ? { since: ['The date can’t be in the future.'] }
          : { level: ['Choose a level of this ladder.'] },
    })
  }
  if (person.length === 0) {
    const form = ['Nobody is chosen. Go back and choose people.']
    return refused(submission, { code: 'nobody', form })
  }
  const kept = person.length - result.set
  const words = `${count(result.set, 'level')} set.${
    kept > 0
      ? ` ${count(kept, 'person keeps theirs: it is', 'people keep theirs: it is')} that or a higher one.`
      : ''
  }`
  return redirectWithFlash(
    app,
    paths.manageLadder(ctx.studio, params.ladder ?? '', { level: levelId }),
    words,
  )
}

export default function SetLevels() {
  const { rules, studio, ladder, people, levels, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('levels', ['level', 'since', 'reason', 'key'], { answer, values, rules })
  const { level, since, reason, key } = form.fields
  const back = paths.manageLadder(studio, ladder.id)
  return (
    <>
      <BackLink to={back}>{ladder.name}</BackLink>
      <PageHead
        title={`Set the level of ${count(people.length, 'person', 'people')}`}
        intro="Who holds that level or a higher one keeps theirs."
      />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ key: String(key.initialValue ?? '') }} />
        <div className="whole">
          <ul className="lines">
            {people.map(({ id, name, held }) => (
              <li key={id}>
                <input type="hidden" name="person" value={id} />
                {name} <small className="muted">{held}</small>
              </li>
            ))}
          </ul>
        </div>
        <SelectField field={level} label="Level" options={levels} />
        <DateField field={since} label="Reached on" />
        <TextField field={reason} label="Why (optional)" autoComplete="off" />
        <FormEnd sending="Saving…" cancel={back}>
          Set level
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
