import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { mergeForm } from '#app/domain/training/exercise-fields.ts'
import { wordFor } from '#app/domain/training/exercise-vocabulary.ts'
import { mergeExercises } from '#app/domain/training/merge-exercises.server.ts'
import { mergePage } from '#app/domain/training/merge-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { SearchFilter } from '#app/ui/list/filter-bar.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Merge ${data.exercise.name}` : 'Merge exercises', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const q = (app.url.searchParams.get('q') ?? '').trim().slice(0, 80)
  const page = await mergePage(ctx, params.exercise ?? '', q)
  if (!page || page.exercise.mergedInto !== null) throw notFound()
  const { exercise, twins } = page
  return {
    rules: fieldRules(mergeForm),
    studio: { slug: ctx.studio.slug },
    q,
    exercise: { id: exercise.id, name: exercise.name },
    twins: twins.map(({ id, name, equipment, muscles, photos, state }) => ({
      id,
      name,
      note: [
        muscles,
        equipment,
        photos > 0 ? count(photos, 'photo') : '',
        state === 'published' ? '' : state,
      ]
        .filter(Boolean)
        .map((word, i) => (i === 0 ? wordFor(word) : word))
        .join(', '),
    })),
  }
}

const sentences = {
  same: 'Choose another exercise than this one',
  changed_meanwhile: 'Someone has just saved one of the two. Reload the page, then merge',
} as const

/** Merges the two; 303 to the one that stays. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, mergeForm)
  if (submission.status !== 'success') return invalid(submission)
  const [self, { other, stays }] = [params.exercise ?? '', submission.value]
  const [gone, into] = stays === 'this' ? [other, self] : [self, other]
  const result = await mergeExercises(ctx, gone, into)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, { form: [sentences[result.reason]], code: result.reason })
  }
  const { name } = result
  const message = `${name} is merged into ${result.into}. To undo, separate it again beside its photos.`
  return redirectWithFlash(app, paths.manageExercise(ctx.studio, into), message)
}

export default function Merge() {
  const { rules, studio, q, exercise, twins } = useLoaderData<typeof loader>()
  const form = useLiveForm('merge', ['other', 'stays'], {
    answer: useActionData() as PageFormAnswer | undefined,
    rules,
  })
  const { other, stays } = form.fields
  return (
    <>
      <BackLink to={paths.manageExercise(studio, exercise.id)}>{exercise.name}</BackLink>
      <PageHead
        title={`Merge ${exercise.name}`}
        intro={
          'Two entries for one move become one. Photos and names are combined, and the old ' +
          'address leads to the one you keep.'
        }
      />
      <Form
        className="filters"
        action={paths.manageExerciseAct(studio, exercise.id, 'merge')}
        aria-label="Find the other one"
      >
        <SearchFilter label="Another name of the move" value={q} />
        <button type="submit" className="button">
          Find
        </button>
      </Form>
      {twins.length === 0 ? (
        <Empty icon="search" title="Nothing similar" text="Try a word from the other name." />
      ) : (
        <LiveFormBody of={form} className="sheet-form">
          <fieldset className={other.errors ? 'field wrong' : 'field'} id={other.id}>
            <legend>The same move</legend>
            {other.errors && <p className="bad">{other.errors[0]}</p>}
            <div className="choices stacked">
              {twins.map(({ id, name, note }) => (
                <label key={id}>
                  <input
                    type="radio"
                    name="other"
                    value={id}
                    required={other.required}
                    defaultChecked={other.initialValue === id}
                  />
                  {name} <small>{note}</small>
                </label>
              ))}
            </div>
          </fieldset>
          <fieldset className={stays.errors ? 'field wrong' : 'field'} id={stays.id}>
            <legend>Which one do you keep?</legend>
            {stays.errors && <p className="bad">{stays.errors[0]}</p>}
            <div className="choices">
              <label>
                <input
                  type="radio"
                  name="stays"
                  value="this"
                  required={stays.required}
                  defaultChecked={stays.initialValue !== 'other'}
                />
                {exercise.name}
              </label>
              <label>
                <input
                  type="radio"
                  name="stays"
                  value="other"
                  defaultChecked={stays.initialValue === 'other'}
                />
                The other one
              </label>
            </div>
          </fieldset>
          <FormEnd sending="Merging…" cancel={paths.manageExercise(studio, exercise.id)}>
            Merge
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
