import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { may } from '#app/domain/scope/permissions.ts'
import { editExercisePage } from '#app/domain/training/edit-page.server.ts'
import { exerciseFields, linkForm } from '#app/domain/training/exercise-fields.ts'
import { photoOrigin } from '#app/domain/training/photo-origin.ts'
import { changeExercise } from '#app/domain/training/save-exercise.server.ts'
import { videosOfExercise } from '#app/domain/videos/video-queries.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { ExerciseForm } from '#app/ui/training/exercise-form.tsx'
import { LinkPanel } from './link-panel.tsx'
import { PhotoPanel } from './photo-panel.tsx'
import { VideoPanel } from './video-panel.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.exercise.name ?? 'Exercise', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'training:read')
  const [page, videos] = await Promise.all([
    editExercisePage(ctx, params.exercise ?? ''),
    videosOfExercise(ctx, params.exercise ?? ''),
  ])
  if (!page) throw notFound()
  if (page.mergedInto !== null)
    throw redirect(paths.manageExercise(ctx.studio, page.mergedInto), 302)
  return {
    rules: fieldRules(exerciseFields),
    photoRules: fieldRules(photoOrigin),
    linkRules: fieldRules(linkForm, 'add'),
    studio: { slug: ctx.studio.slug },
    canWrite: may(viewer.role, 'training:write'),
    videos,
    ...page,
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, exerciseFields)
  if (submission.status !== 'success') return invalid(submission)
  const exerciseId = params.exercise ?? ''
  const result = await changeExercise(ctx, exerciseId, submission.value)
  if (result.ok) {
    return redirectWithFlash(
      app,
      paths.manageExercise(ctx.studio, exerciseId),
      `${submission.value.name} is saved.`,
    )
  }
  if (result.reason === 'not_found') throw notFound()
  const sentence =
    'Someone else saved this exercise while you had it open. Open it again, then make your change.'
  return refused(submission, { code: result.reason, form: [sentence] })
}

export default function EditExercise() {
  const {
    photoRules,
    linkRules,
    rules,
    studio,
    exercise,
    values,
    photos,
    disciplines,
    merged,
    chain,
    videos,
    canWrite,
  } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const changed = exercise.edited ? ', changed by you, so imports don’t overwrite it.' : '.'
  return (
    <>
      <BackLink to={paths.manageExercises(studio)}>Exercises</BackLink>
      <PageHead
        title={exercise.name}
        intro={
          <>
            <StateLabel state={exercise.state} />{' '}
            {exercise.source ? `From ${exercise.source}${changed}` : 'Your own.'}
          </>
        }
        actions={canWrite && <StateForm studio={studio} exercise={exercise} />}
      />
      <div className="split">
        <div>
          {canWrite ? (
            <ExerciseForm
              key={values.version}
              rules={rules}
              answer={answer}
              values={values}
              disciplines={disciplines}
              button="Save exercise"
              cancelPath={paths.manageExercises(studio)}
            />
          ) : (
            <p>Only coaches and managers can change exercises.</p>
          )}
        </div>
        <aside className="aside">
          <PhotoPanel
            studio={studio}
            exercise={exercise}
            photos={photos}
            canWrite={canWrite}
            rules={photoRules}
          />
          <VideoPanel studio={studio} exercise={exercise} videos={videos} canWrite={canWrite} />
          <LinkPanel
            studio={studio}
            exerciseId={exercise.id}
            chain={chain}
            canWrite={canWrite}
            rules={linkRules}
          />
          <section>
            <h2>In the encyclopedia</h2>
            <p className="do">
              <a href={paths.exercise(studio, exercise.id)}>See what members see</a>
              {canWrite && (
                <Link to={paths.manageExerciseAct(studio, exercise.id, 'merge')}>
                  Merge with another
                </Link>
              )}
              {canWrite && exercise.state !== 'published' && (
                <Link to={paths.manageExerciseRemoval(studio, exercise.id)}>Delete exercise</Link>
              )}
            </p>
          </section>
          {canWrite && (
            <section>
              <h2>In other languages</h2>
              <p className="muted">
                {exercise.languages.length > 0 ? exercise.languages.join(', ') : 'None yet.'}
              </p>
              <p className="do">
                <Link to={paths.manageExerciseAct(studio, exercise.id, 'translations')}>
                  Translate
                </Link>
              </p>
            </section>
          )}
          {merged.length > 0 && (
            <section>
              <h2>Merged into it</h2>
              <ul className="lines">
                {merged.map(({ id, name }) => (
                  <li key={id}>
                    {name}
                    {canWrite && (
                      <Form
                        method="post"
                        action={paths.manageExerciseAct(studio, id, 'separation')}
                      >
                        <button type="submit" className="button small">
                          Separate<span className="vh"> {name}</span>
                        </button>
                      </Form>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </aside>
      </div>
    </>
  )
}

type State = 'draft' | 'published' | 'hidden'

function StateLabel({ state }: { state: State }) {
  if (state === 'published') return <Label text="Published" tone="good" />
  return state === 'draft' ? (
    <Label text="Draft" tone="line" />
  ) : (
    <Label text="Hidden" tone="warn" />
  )
}

/** Publishing and hiding can be taken back, so they ask nothing. */
function StateForm({
  studio,
  exercise,
}: {
  studio: { slug: string }
  exercise: { id: string; state: State }
}) {
  const published = exercise.state === 'published'
  return (
    <Form method="post" action={paths.manageExerciseState(studio, exercise.id)}>
      <input type="hidden" name="state" value={published ? 'hidden' : 'published'} />
      <button type="submit" className={published ? 'button' : 'button primary'}>
        {published ? 'Hide from members' : 'Publish exercise'}
      </button>
    </Form>
  )
}
