import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { translationForm } from '#app/domain/training/exercise-fields.ts'
import { findExercise } from '#app/domain/training/exercise-queries.server.ts'
import { translateExercise } from '#app/domain/training/translate-exercise.server.ts'
import { languages, otherLanguages } from '#app/domain/training/translations.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, outdated, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `${data.name} in other languages` : 'Exercise', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const exercise = await findExercise(ctx, params.exercise ?? '')
  if (!exercise || exercise.mergedInto !== null) throw notFound()
  const { id, name, translations, version } = exercise
  const options = otherLanguages(ctx.studio)
  const asked = app.url.searchParams.get('language')
  const language = options.find(({ value }) => value === asked)?.value ?? ''
  const said = translations[language]
  const lines = (list: readonly string[] = []) => list.join('\n')
  return {
    studio: { slug: ctx.studio.slug },
    id,
    name,
    rules: fieldRules(translationForm),
    options,
    written: options.filter(({ value }) => Object.hasOwn(translations, value)),
    own: { instructions: exercise.instructions, cues: exercise.cues },
    values: {
      language,
      name: said?.name ?? '',
      instructions: lines(said?.instructions),
      cues: lines(said?.cues),
      version: String(version),
    },
  }
}

/** Writes the exercise in the language, or takes it out: 303 to the exercise, 422 beside the field. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, translationForm)
  if (submission.status !== 'success') return invalid(submission)
  const id = params.exercise ?? ''
  const result = await translateExercise(ctx, id, submission.value)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    if (result.reason === 'changed_meanwhile') return outdated(submission, 'this exercise')
    return invalid(submission, { language: ['The exercise itself is in this language'] })
  }
  const language = languages[submission.value.language]
  return redirectWithFlash(
    app,
    paths.manageExercise(ctx.studio, id),
    result.removed ? `${language} is removed.` : `Saved in ${language}.`,
  )
}

const names = ['language', 'name', 'instructions', 'cues', 'version'] as const

export default function Translations() {
  const { studio, id, name, rules, options, written, own, values } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const form = useLiveForm('translation', names, { answer, values, rules })
  const f = form.fields
  const path = paths.manageExerciseAct(studio, id, 'translations')
  return (
    <>
      <BackLink to={paths.manageExercise(studio, id)}>{name}</BackLink>
      <PageHead
        title={`${name} in other languages`}
        intro="Members read it in the language of their browser, and find it by its name there. What you leave empty stays as it is."
      />
      {written.length > 0 && (
        <p className="do">
          {written.map(({ value, label }) => (
            <Link key={value} className="button" to={`${path}?language=${value}`} lang={value}>
              {label}
            </Link>
          ))}
        </p>
      )}
      <div className="split">
        <LiveFormBody of={form} action={path} className="sheet-form" key={values.language}>
          <HiddenFields values={{ version: openedVersion(answer, values.version) }} />
          <SelectField field={f.language} label="Language" options={options} empty="Choose" />
          <TextField field={f.name} label="Name" autoComplete="off" />
          <TextareaField field={f.instructions} label="Steps" hint="One per line" rows={7} />
          <TextareaField
            field={f.cues}
            label="Cues"
            hint="One per line. To remove a language, leave all three empty"
            rows={3}
          />
          <FormEnd sending="Saving…" cancel={paths.manageExercise(studio, id)}>
            Save
          </FormEnd>
        </LiveFormBody>
        <aside className="aside">
          <section>
            <h2>As you wrote it</h2>
            <ol>
              {own.instructions.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ol>
            {own.cues.map((line) => (
              <p key={line} className="muted">
                {line}
              </p>
            ))}
          </section>
        </aside>
      </div>
    </>
  )
}
